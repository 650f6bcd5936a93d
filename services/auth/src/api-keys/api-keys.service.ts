import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { endingOf, hashApiKey, newApiKey } from '@casement/common/platform/api-keys/api-key.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { authErrors } from '@casement/common/platform/auth/auth.errors.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Audit, auditActor } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox.js';
import { AddressSet } from '@casement/common/core/net/address-set.js';
import {
  isAdminKey,
  MAX_API_KEYS,
  type ApiKeyScope,
  type CreateApiKeyRequest,
} from '@casement/proto/http/api-keys.js';
import { AuthConfig } from '../config.js';
import { networkOf } from '../new-network/network.js';
import { TwoFactorRepository } from '../two-factor/two-factor.repository.js';
import { userErrors } from '../users/users.errors.js';
import type { UserEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import type { ApiKeyEntity } from './api-key.entity.js';
import { apiKeyErrors } from './api-keys.errors.js';
import { ApiKeysRepository, type RevokedKey, type ValidKey } from './api-keys.repository.js';

/** Of one key. */
const MAX_NETWORKS = 100;
const DAY_MS = 86_400_000;

/** A user's API keys: to create, list and revoke, and to find one for a service that was called with it. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly db: Database,
    private readonly repository: ApiKeysRepository,
    private readonly users: UsersService,
    private readonly twoFactors: TwoFactorRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly config: AuthConfig,
  ) {}

  /** Newest first, those past their end too, since they count until they are revoked. */
  list(actor: Actor): Promise<ApiKeyEntity[]> {
    return this.repository.findOf(actor.userId);
  }

  /**
   * @returns the key in plain text, which is kept nowhere
   * @throws apiKeyErrors.tooMany; authErrors.adminsOnly, authErrors.twoFactorRequired for an administrator's key
   */
  async create(
    actor: Actor,
    request: CreateApiKeyRequest,
  ): Promise<{ stored: ApiKeyEntity; key: string }> {
    return this.db.transaction(async (tx) =>
      // Locks the account, so that parallel calls count each other's keys.
      this.createFor(tx, await this.users.getForUpdate(tx, actor.userId), request),
    );
  }

  /**
   * The same, as part of what its owner has confirmed otherwise.
   * @param owner locked by `tx`
   */
  async createFor(
    tx: EntityManager,
    owner: UserEntity,
    { name, scopes, networks, expires_in_days: days }: CreateApiKeyRequest,
  ): Promise<{ stored: ApiKeyEntity; key: string }> {
    await this.assertMayCreate(tx, owner, scopes);
    const key = newApiKey();
    const createdAt = new Date();
    const stored: ApiKeyEntity = {
      id: newId(),
      userId: owner.id,
      name,
      keyHash: hashApiKey(key),
      ending: endingOf(key),
      scopes,
      networks,
      createdAt,
      expiresAt: days === null ? null : new Date(createdAt.getTime() + days * DAY_MS),
      lastUsedAt: null,
      lastUsedAddress: null,
      revokedAt: null,
    };
    await this.repository.insert(tx, stored);
    await this.audit.record(tx, {
      action: 'api_key.created',
      target: `api_key:${stored.id}`,
      after: { name, scopes, networks, expires_at: stored.expiresAt?.toISOString() ?? null },
      actor: auditActor(owner.id, owner.admin),
    });
    return { stored, key };
  }

  /** @throws as `create` */
  async assertMayCreate(
    tx: EntityManager,
    owner: UserEntity,
    scopes: readonly ApiKeyScope[],
  ): Promise<void> {
    if (isAdminKey({ scopes })) await this.assertMayAdminister(tx, owner);
    const present = await this.repository.findOf(owner.id, tx);
    if (present.length >= MAX_API_KEYS) throw apiKeyErrors.tooMany(MAX_API_KEYS);
  }

  /** @throws apiKeyErrors.notFound: another user's too */
  async revoke(actor: Actor, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const revoked = await this.repository.revoke(tx, actor.userId, { id });
      if (revoked.length === 0) throw apiKeyErrors.notFound();
      await this.report(tx, actor.userId, revoked);
    });
  }

  /**
   * For administrators.
   * @throws userErrors.notFound
   */
  async listOf(userId: string): Promise<ApiKeyEntity[]> {
    const [user] = await this.users.findMany([userId]);
    if (!user || user.deletingSince) throw userErrors.notFound();
    return this.repository.findOf(userId);
  }

  /**
   * By an administrator: recorded as done to the user, so that it stands on the user's page.
   * @throws apiKeyErrors.notFound: the key of another user too
   */
  async revokeOf(userId: string, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const revoked = await this.repository.revoke(tx, userId, { id });
      if (revoked.length === 0) throw apiKeyErrors.notFound();
      await this.report(tx, userId, revoked, `user:${userId}`);
    });
  }

  /** Of a user who is no longer an administrator: their customer's keys stay. */
  async revokeAdministrators(tx: EntityManager, userId: string): Promise<void> {
    const revoked = await this.repository.revoke(tx, userId, { ofAdministrator: true });
    await this.report(tx, userId, revoked, `user:${userId}`);
  }

  /** After a password reset: who had taken the account over may have made keys. */
  async revokeAll(tx: EntityManager, userId: string): Promise<void> {
    await this.report(tx, userId, await this.repository.revoke(tx, userId));
  }

  /** @returns null: unknown, revoked, past its end, its account is being deleted, or its owner may not administer */
  async find(keyHash: Buffer, address: string): Promise<ValidKey | null> {
    const key = await this.repository.findValid(keyHash);
    if (key && isAdminKey(key) && (await this.lacksTwoFactor(key.userId))) return null;
    if (key && isAllowedFrom(key, address)) {
      await this.repository.setUsed(key.id, address);
      await this.noteNetwork(key, address);
    }
    return key;
  }

  /** The token has the role of when it was signed; what counts is the role now. */
  private async assertMayAdminister(tx: EntityManager, { id, admin }: UserEntity): Promise<void> {
    if (!admin) throw authErrors.adminsOnly();
    if (await this.lacksTwoFactor(id, tx)) throw authErrors.twoFactorRequired();
  }

  /** As of a session: an administrator without it reaches nothing where it is required. */
  private async lacksTwoFactor(userId: string, tx?: EntityManager): Promise<boolean> {
    if (!this.config.ADMIN_TWO_FACTOR_REQUIRED) return false;
    return !(await this.twoFactors.isEnabled(userId, tx));
  }

  /** A key that is used from elsewhere may have leaked: its owner's webhooks hear of it. */
  private async noteNetwork({ id, userId, name }: ValidKey, address: string): Promise<void> {
    const network = networkOf(address);
    if (address === '' || (await this.repository.hasNetwork(id, network))) return;
    await this.db.transaction(async (tx) => {
      if (!(await this.repository.addNetwork(tx, id, network, MAX_NETWORKS))) return;
      const used = { userId, apiKeyId: id, name, address };
      await this.outbox.add(tx, 'auth.api-key.used-from-new-network.v1', used, { key: userId });
    });
  }

  /** Every service follows the revocations, so what one has remembered of the key counts no longer. */
  private async report(
    tx: EntityManager,
    userId: string,
    revoked: RevokedKey[],
    target?: string,
  ): Promise<void> {
    for (const { id, name } of revoked) {
      await this.outbox.add(
        tx,
        'auth.session.revoked.v1',
        { userId, sessionId: id, epoch: 0 },
        { key: userId },
      );
      await this.audit.record(tx, {
        action: 'api_key.revoked',
        target: target ?? `api_key:${id}`,
        before: { api_key: id, name },
      });
    }
  }
}

const isAllowedFrom = ({ networks }: ValidKey, address: string): boolean =>
  networks.length === 0 || new AddressSet(networks).has(address);
