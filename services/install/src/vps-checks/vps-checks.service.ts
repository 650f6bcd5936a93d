import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { VpsCheckRequest } from '@casement/proto/http/vps-checks.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { clientKey } from '@casement/common/core/net/client-networks.js';
import { ClosedUsersService } from '../closed-users/closed-users.service.js';
import { NEW_EXAMINATION } from '@casement/install-engine/preflight/examine.js';
import { AddressLimit, installErrors } from '../installs/installs.errors.js';
import { vpsCheckErrors } from './vps-checks.errors.js';
import { InstallsRepository } from '../installs/installs.repository.js';
import { SshAccessReader } from '../installs/ssh-access.js';
import { VpsTargets } from '../installs/vps-targets.js';
import { OfferedVersions } from '../windows-versions/offered-versions.js';
import type { VpsCheckEntity } from './vps-check.entity.js';
import { VpsChecksRepository, type CheckCounts } from './vps-checks.repository.js';

/** Checks in an hour, each an SSH sign-in from our address: of one user; from one client, over all its accounts; on one VPS. */
const MAX: CheckCounts = { byUser: 30, byClient: 60, onAddress: 30 };
/** The same for the rows of batches: two batches of 200. A row beyond waits. */
const MAX_IN_BATCHES: CheckCounts = { byUser: 400, byClient: 800, onAddress: MAX.onAddress };
const HOUR_MS = 3_600_000;
/** Until then a check that passed still describes the VPS: its disks may be erased on its word. */
const REUSED_FOR_MS = 10 * 60_000;

/** Binds a sealed password to its check, so that one row's ciphertext is useless in another. */
export const checkSecret = (checkId: string): string => `vps-check:${checkId}:vps-password`;

/** "Check my VPS": the preflight of an install, before a quota is spent. It changes nothing and costs nothing. */
@Injectable()
export class VpsChecksService {
  constructor(
    private readonly db: Database,
    private readonly checks: VpsChecksRepository,
    private readonly installs: InstallsRepository,
    private readonly versions: OfferedVersions,
    private readonly closedUsers: ClosedUsersService,
    private readonly targets: VpsTargets,
    private readonly access: SshAccessReader,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Queues a check, or finds the one that may be reused. A user has one at a time, an address too; wrong root
   * passwords count together with those of installs.
   * @throws VALIDATION_FAILED, ADDRESS_REFUSED, WINDOWS_VERSION_UNKNOWN, WINDOWS_VERSION_UNAVAILABLE, INSTALL_IN_PROGRESS,
   *   CHECK_UNDER_WAY, RATE_LIMITED, ACCOUNT_CLOSED
   */
  async request(actor: Actor, request: VpsCheckRequest): Promise<VpsCheckEntity> {
    const { ip } = request;
    this.targets.acceptAddress(actor, ip);
    const version = await this.versionOf(request);
    if (await this.installs.isOccupied(ip)) throw installErrors.inProgress(ip);
    if (request.reuse) {
      const latest = await this.checks.findLatest(actor.userId, ip);
      if (latest && isSameAccount(latest, request) && isReusable(latest, version)) return latest;
    }
    const client = clientKey(clientAddress() ?? '');
    return this.checks.get(await this.queue(actor, request, { version, client }));
  }

  /**
   * The same for one row of a batch: its user may have many at a time, and its limits are those of batches.
   * @param batch.together joins the transaction that commits the check, under its id; where it throws there is none
   * @throws ADDRESS_REFUSED, WINDOWS_VERSION_UNKNOWN, WINDOWS_VERSION_UNAVAILABLE, INSTALL_IN_PROGRESS, CHECK_UNDER_WAY,
   *   RATE_LIMITED, ACCOUNT_CLOSED
   */
  async requestRow(actor: Actor, request: VpsCheckRequest, batch: CheckedBatch): Promise<void> {
    this.targets.acceptAddress(actor, request.ip);
    const version = await this.versionOf(request);
    if (await this.installs.isOccupied(request.ip)) throw installErrors.inProgress(request.ip);
    await this.queue(actor, request, { version, client: batch.client, batch });
  }

  private async queue(
    actor: Actor,
    request: VpsCheckRequest,
    { version, client, batch }: Queued,
  ): Promise<string> {
    const { ip } = request;
    const { credentials, ...account } = await this.access.read(actor, request);
    const id = newId();
    await this.db.transaction(async (tx) => {
      await this.closedUsers.admit(tx, actor.userId);
      const inserted = await this.checks.insert(tx, {
        id,
        userId: actor.userId,
        ip,
        client,
        batchId: batch?.id ?? null,
        ...version,
        ...account,
        vpsPassword: this.secrets.seal(credentials, checkSecret(id)),
        status: 'pending',
        state: NEW_EXAMINATION,
        runAfter: new Date(),
        leaseEpoch: 0,
      });
      if (!inserted) throw vpsCheckErrors.underWay();
      // Now that no other of this user or address is under way, all wrong ones before it are counted.
      const inBatch = batch !== undefined;
      await this.targets.refuseGuessing(tx, actor, ip, inBatch);
      const since = new Date(Date.now() - HOUR_MS);
      const asked = { userId: actor.userId, client, ip };
      const counts = await this.checks.countSince(tx, asked, { since, inBatch });
      const max = inBatch ? MAX_IN_BATCHES : MAX;
      for (const [name, count] of Object.entries(counts)) {
        if (count <= max[name as keyof CheckCounts]) continue;
        throw vpsCheckErrors.tooMany(name === 'onAddress' ? AddressLimit : DomainError);
      }
      await batch?.together(tx, id);
    });
    return id;
  }

  /** @throws NOT_FOUND, also for another user's */
  async get(actor: Actor, id: string): Promise<VpsCheckEntity> {
    const check = await this.checks.findOf(actor.userId, id);
    if (!check) throw vpsCheckErrors.notFound();
    return check;
  }

  private async versionOf({ win_ver }: VpsCheckRequest) {
    if (!win_ver) return { winVer: null, winName: null, manifestSha256: null };
    const { slug, name, manifestSha256 } = await this.versions.require(win_ver);
    return { winVer: slug, winName: name, manifestSha256 };
  }
}

/** The batch that a check belongs to. */
export interface CheckedBatch {
  id: string;
  /** Who sent it, as in VpsCheckEntity. */
  client: string | null;
  together: (tx: EntityManager, checkId: string) => Promise<void>;
}

interface Queued {
  version: CheckedVersion & Pick<VpsCheckEntity, 'winName'>;
  client: string | null;
  batch?: CheckedBatch;
}

type CheckedVersion = Pick<VpsCheckEntity, 'winVer' | 'manifestSha256'>;

/** Behind another port there may be another machine, and another user may not be let in. */
const isSameAccount = (check: VpsCheckEntity, { ssh_port, ssh_user }: VpsCheckRequest): boolean =>
  check.sshPort === (ssh_port ?? null) && check.sshUser === (ssh_user || null);

/** Whether it answers for this version: under way, or passed a moment ago and followed by no install. */
function isReusable(check: VpsCheckEntity, { winVer, manifestSha256 }: CheckedVersion): boolean {
  if (check.winVer !== winVer || check.manifestSha256 !== manifestSha256) return false;
  if (check.finishedAt === null) return true;
  // An install takes the host key with it, and may have changed the VPS.
  const unused = check.status === 'passed' && check.fingerprint !== null;
  return unused && Date.now() - check.finishedAt.getTime() < REUSED_FOR_MS;
}
