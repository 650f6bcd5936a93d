import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { Audit } from '@casement/common/messaging/audit.js';
import {
  MAX_SCRIPTS,
  type Script,
  type ScriptRequest,
  type ScriptWithContent,
} from '@casement/proto/http/install/windows/scripts.js';
import { AccountClosureService } from '../account-closure/account-closure.service.js';
import { ScriptEntity } from './script.entity.js';
import { scriptErrors } from './scripts.errors.js';
import { ScriptsRepository, type ScriptOwner } from './scripts.repository.js';

/** Binds sealed content to its script, so that the ciphertext cannot be used in another row. */
export const scriptContext = (id: string) => `script:${id}`;

/** First-start scripts of users and operators. Changes by operators are audited. */
@Injectable()
export class ScriptsService {
  constructor(
    private readonly db: Database,
    private readonly scripts: ScriptsRepository,
    private readonly closure: AccountClosureService,
    private readonly secrets: SecretBox,
    private readonly audit: Audit,
  ) {}

  /** Scripts of the user, then the offered ones, each by name. */
  async listFor(userId: string): Promise<Script[]> {
    const own = await this.scripts.findAllOf(userId);
    return [...own, ...(await this.scripts.findAllOf(null))].map(toScript);
  }

  async listOf(owner: ScriptOwner): Promise<Script[]> {
    return (await this.scripts.findAllOf(owner)).map(toScript);
  }

  /** @throws NOT_FOUND, also for another user's script */
  async get(userId: string, id: string): Promise<ScriptWithContent> {
    const script = await this.find(userId, id);
    if (!script) throw scriptErrors.notFound();
    return { ...toScript(script), content: this.open(script) };
  }

  /** Returns the content of an own or offered script. @throws VALIDATION_FAILED for any other script */
  async contentFor(userId: string, id: string): Promise<string> {
    const script = await this.find(userId, id);
    if (!script) throw scriptErrors.unknown();
    return this.open(script);
  }

  /** @throws VALIDATION_FAILED if the name is taken or there are too many, ACCOUNT_CLOSED */
  create(unit: UnitOfWork, owner: ScriptOwner, request: ScriptRequest): Promise<Script> {
    const id = newId();
    return unit.transaction(async (tx) => {
      if (owner !== null) await this.closure.admit(tx, owner);
      await this.scripts.lockAllOf(tx, owner);
      const present = await this.refuseTakenName(tx, owner, request, id);
      if (present.length >= MAX_SCRIPTS) throw scriptErrors.tooMany();
      await tx.insert(ScriptEntity, { id, userId: owner, ...this.columns(id, request) });
      const created = await tx.findOneByOrFail(ScriptEntity, { id });
      await this.record(tx, 'script.created', undefined, created);
      return toScript(created);
    });
  }

  /** @throws NOT_FOUND, VALIDATION_FAILED if the name is taken */
  update(owner: ScriptOwner, id: string, request: ScriptRequest): Promise<Script> {
    return this.db.transaction(async (tx) => {
      const before = await this.lock(tx, owner, id);
      await this.refuseTakenName(tx, owner, request, id);
      await tx.update(ScriptEntity, { id }, this.columns(id, request));
      const after = await tx.findOneByOrFail(ScriptEntity, { id });
      await this.record(tx, 'script.updated', before, after);
      return toScript(after);
    });
  }

  /** @throws NOT_FOUND */
  remove(owner: ScriptOwner, id: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      const before = await this.lock(tx, owner, id);
      await tx.delete(ScriptEntity, { id });
      await this.record(tx, 'script.deleted', before);
    });
  }

  async eraseOf(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(ScriptEntity, { userId });
  }

  private async find(userId: string, id: string): Promise<ScriptEntity | null> {
    return (await this.scripts.findOf(userId, id)) ?? this.scripts.findOf(null, id);
  }

  private async lock(tx: EntityManager, owner: ScriptOwner, id: string): Promise<ScriptEntity> {
    await this.scripts.lockAllOf(tx, owner);
    const script = await this.scripts.findOf(owner, id, tx);
    if (!script) throw scriptErrors.notFound();
    return script;
  }

  /** @returns all scripts of the owner */
  private async refuseTakenName(
    tx: EntityManager,
    owner: ScriptOwner,
    { name }: ScriptRequest,
    id: string,
  ): Promise<ScriptEntity[]> {
    const present = await this.scripts.findAllOf(owner, tx);
    if (present.some((other) => other.name === name && other.id !== id))
      throw scriptErrors.nameTaken();
    return present;
  }

  private columns(id: string, { name, description, content }: ScriptRequest) {
    const contentSealed = this.secrets.seal(content, scriptContext(id));
    return { name, description, contentSealed };
  }

  private open({ id, contentSealed }: ScriptEntity): string {
    return this.secrets.open(contentSealed, scriptContext(id));
  }

  private async record(
    tx: EntityManager,
    action: string,
    before: ScriptEntity | undefined,
    after?: ScriptEntity,
  ): Promise<void> {
    const script = after ?? before;
    if (!script || script.userId !== null) return;
    const auditable = (one: ScriptEntity) => ({
      name: one.name,
      description: one.description,
      content_sha256: sha256Hex(this.open(one)),
    });
    await this.audit.record(tx, {
      action,
      target: `script:${script.id}`,
      before: before && auditable(before),
      after: after && auditable(after),
    });
  }
}

const toScript = ({ id, userId, name, description, updatedAt }: ScriptEntity): Script => ({
  id,
  name,
  description,
  offered: userId === null,
  updated_at: updatedAt.toISOString(),
});
