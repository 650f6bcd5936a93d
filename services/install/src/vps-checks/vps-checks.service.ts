import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import type { VpsCheckRequest } from '@casement/proto/http/install/vps-checks.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { clientKey } from '@casement/common/core/net/client-networks.js';
import { AccountClosureService } from '../account-closure/account-closure.service.js';
import type { CheckTokens } from '@casement/install-engine/agent-api/ports.js';
import { NEW_EXAMINATION } from '@casement/install-engine/preflight/examine.js';
import { InstallsService } from '../installs/installs.service.js';
import { VpsCredentialsReader } from '../vps-access/vps-credentials-reader.js';
import { VpsTargets, type VpsTarget } from '../vps-access/vps-targets.js';
import { OfferedVersions } from '../windows-versions/offered-versions.js';
import { PasswordGuesses } from './password-guesses.service.js';
import { VpsCheckEntity } from './vps-check.entity.js';
import { AddressLimit, vpsCheckErrors } from './vps-checks.errors.js';
import { VpsChecksRepository, type CheckCounts } from './vps-checks.repository.js';

export type StoredCheck = VpsCheckEntity;

/** Checks per hour, each an SSH sign-in from our address: per user, per client (across its accounts) and per VPS. */
const MAX: CheckCounts = { byUser: 30, byClient: 60, onAddress: 30 };
/** Limits for batch rows, enough for two batches of 200. Further rows wait. */
const MAX_IN_BATCHES: CheckCounts = { byUser: 400, byClient: 800, onAddress: MAX.onAddress };
const HOUR_MS = 3_600_000;
/** Maximum age of a passed check that is reused. The disk is then erased without another check. */
const REUSED_FOR_MS = 10 * 60_000;

/** Binds sealed credentials to their check, so that the ciphertext cannot be used in another row. */
export const checkSecret = (checkId: string): string => `vps-check:${checkId}:vps-password`;

/** Checks change nothing on the VPS and cost no quota. */
@Injectable()
export class VpsChecksService implements CheckTokens {
  constructor(
    private readonly db: Database,
    private readonly checks: VpsChecksRepository,
    private readonly installs: InstallsService,
    private readonly versions: OfferedVersions,
    private readonly closure: AccountClosureService,
    private readonly targets: VpsTargets,
    private readonly guesses: PasswordGuesses,
    private readonly credentials: VpsCredentialsReader,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Queues a check or returns a reusable one. A user and a VPS have one open check at a time.
   * @throws VALIDATION_FAILED, ADDRESS_REFUSED, WINDOWS_VERSION_UNKNOWN, WINDOWS_VERSION_UNAVAILABLE, INSTALL_IN_PROGRESS,
   *   CHECK_UNDER_WAY, RATE_LIMITED, ACCOUNT_CLOSED
   */
  async request(unit: UnitOfWork, actor: Actor, request: VpsCheckRequest): Promise<VpsCheckEntity> {
    const target = this.targets.accept(actor, request);
    this.targets.acceptNetwork('network', request.network);
    const version = await this.versionOf(request);
    await this.installs.requireFree(target);
    if (request.reuse) {
      const latest = await this.db.manager.findOne(VpsCheckEntity, {
        where: { userId: actor.userId, ip: target.ip, sshPort: target.sshPort ?? IsNull() },
        order: { createdAt: 'DESC' },
      });
      const isSameUser = latest?.sshUser === (request.ssh_user || null);
      if (latest && isSameUser && isReusable(latest, version, request.network)) return latest;
    }
    const client = clientKey(clientAddress() ?? '');
    return this.queue(unit, actor, request, { target, version, client });
  }

  /**
   * Queues the check of a batch row. A user may have many such checks at a time; they have separate limits.
   * @param batch.inSameTransaction joins the transaction that inserts the check with this id; if it throws, no check
   * is created
   * @throws ADDRESS_REFUSED, WINDOWS_VERSION_UNKNOWN, WINDOWS_VERSION_UNAVAILABLE, INSTALL_IN_PROGRESS,
   * CHECK_UNDER_WAY, RATE_LIMITED, ACCOUNT_CLOSED
   */
  async requestRow(actor: Actor, request: VpsCheckRequest, batch: CheckedBatch): Promise<void> {
    const target = this.targets.accept(actor, request);
    const version = await this.versionOf(request);
    await this.installs.requireFree(target);
    await this.queue(this.db, actor, request, { target, version, client: batch.client, batch });
  }

  private async queue(
    unit: UnitOfWork,
    actor: Actor,
    request: VpsCheckRequest,
    { target, version, client, batch }: Queued,
  ): Promise<VpsCheckEntity> {
    const { vpsCredentials, ...account } = await this.credentials.read(actor, request);
    const id = newId();
    return unit.transaction(async (tx) => {
      await this.closure.admit(tx, actor.userId);
      const inserted = await this.checks.insert(tx, {
        id,
        userId: actor.userId,
        ...target,
        client,
        batchId: batch?.id ?? null,
        ...version,
        ...account,
        vpsCredentials: this.secrets.seal(vpsCredentials, checkSecret(id)),
        status: 'pending',
        state: { ...NEW_EXAMINATION, networkOptions: request.network },
        runAfter: new Date(),
        leaseEpoch: 0,
      });
      if (!inserted) throw vpsCheckErrors.underWay();
      // After the insert, no other check of this user or VPS is open, so all earlier failures are counted.
      const inBatch = batch !== undefined;
      await this.guesses.refuse(tx, actor, target, inBatch);
      const since = new Date(Date.now() - HOUR_MS);
      const by = { userId: actor.userId, client, ...target };
      const counts = await this.checks.countSince(tx, by, { since, inBatch });
      const max = inBatch ? MAX_IN_BATCHES : MAX;
      for (const [name, count] of Object.entries(counts)) {
        if (count <= max[name as keyof CheckCounts]) continue;
        throw vpsCheckErrors.tooMany(name === 'onAddress' ? AddressLimit : DomainError);
      }
      await batch?.inSameTransaction(tx, id);
      return tx.findOneByOrFail(VpsCheckEntity, { id });
    });
  }

  /** @throws NOT_FOUND, also for another user's check */
  async get(actor: Actor, id: string): Promise<VpsCheckEntity> {
    const where = { id, userId: actor.userId };
    const check = await this.db.manager.findOneBy(VpsCheckEntity, where);
    if (!check) throw vpsCheckErrors.notFound();
    return check;
  }

  chunksOf(tokenHash: string): Promise<string[] | null> {
    return this.checks.chunksOf(tokenHash);
  }

  takeFingerprint(...args: Parameters<VpsChecksRepository['takeFingerprint']>) {
    return this.checks.takeFingerprint(...args);
  }

  /** Returns checks of this user, unordered and without unknown ids. */
  findAll(tx: EntityManager, userId: string, ids: string[]): Promise<StoredCheck[]> {
    return tx.findBy(VpsCheckEntity, { id: In(ids), userId });
  }

  async eraseOf(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(VpsCheckEntity, { userId });
  }

  private async versionOf({ win_ver }: VpsCheckRequest) {
    if (!win_ver) return { winVer: null, winName: null, manifestSha256: null };
    const { slug, name, manifestSha256 } = await this.versions.require(win_ver);
    return { winVer: slug, winName: name, manifestSha256 };
  }
}

export interface CheckedBatch {
  id: string;
  client: string | null;
  inSameTransaction: (tx: EntityManager, checkId: string) => Promise<void>;
}

interface Queued {
  target: VpsTarget;
  version: CheckedVersion & Pick<VpsCheckEntity, 'winName'>;
  client: string | null;
  batch?: CheckedBatch;
}

type CheckedVersion = Pick<VpsCheckEntity, 'winVer' | 'manifestSha256'>;

/**
 * Returns whether the check is still valid for this version and network: it must be open, or have passed recently without an
 * install since.
 */
function isReusable(
  check: VpsCheckEntity,
  { winVer, manifestSha256 }: CheckedVersion,
  network: VpsCheckRequest['network'] = {},
): boolean {
  if (!isDeepStrictEqual(check.state.networkOptions ?? {}, network)) return false;
  if (check.winVer !== winVer || check.manifestSha256 !== manifestSha256) return false;
  if (check.finishedAt === null) return true;
  // An install clears the fingerprint and may have changed the VPS.
  const unused = check.status === 'passed' && check.fingerprint !== null;
  return unused && Date.now() - check.finishedAt.getTime() < REUSED_FOR_MS;
}
