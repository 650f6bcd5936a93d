import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import type { UserStats } from '@casement/proto/gen/casement/install/v1/install_service.js';
import type { InstallHistoryQuery } from '@casement/proto/http/install/install.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type {
  AgainRequest,
  RecoveryFindings,
} from '@casement/install-engine/agent-api/agent-state.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import type { VpsTarget } from '../vps-access/vps-targets.js';
import { ACTIVE, UNFINISHED, type StoredStatus } from './install-status.js';
import { InstallEntity } from './install.entity.js';
import { installErrors } from './installs.errors.js';
import { InstallsRepository } from './installs.repository.js';

export type StoredInstall = InstallEntity;

/** Installs are shown after their quota is held. */
const VISIBLE = Not<StoredStatus>('reserving');

@Injectable()
export class InstallsService {
  constructor(
    private readonly db: Database,
    private readonly installs: InstallsRepository,
  ) {}

  /** @throws NOT_FOUND, also for another user's install */
  async own({ userId }: Actor, id: string): Promise<StoredInstall> {
    const where = { id, userId, status: VISIBLE };
    const install = await this.db.manager.findOneBy(InstallEntity, where);
    if (!install) throw installErrors.notFound();
    return install;
  }

  /** @returns `null` for another user's install */
  lockOwn(tx: EntityManager, userId: string, id: string): Promise<StoredInstall | null> {
    const where = { id, userId, status: VISIBLE };
    return tx.findOne(InstallEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Locks an install of any user. @throws NOT_FOUND */
  async lock(tx: EntityManager, id: string): Promise<StoredInstall> {
    const where = { id, status: VISIBLE };
    const install = await tx.findOne(InstallEntity, { where, lock: { mode: 'pessimistic_write' } });
    if (!install) throw installErrors.notFound();
    return install;
  }

  findByRecoveryToken(recoveryTokenHash: string): Promise<StoredInstall | null> {
    return this.db.manager.findOneBy(InstallEntity, { recoveryTokenHash });
  }

  lockByRecoveryToken(tx: EntityManager, recoveryTokenHash: string): Promise<StoredInstall | null> {
    const where = { recoveryTokenHash };
    return tx.findOne(InstallEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  recordRecovery(tx: EntityManager, id: string, findings: RecoveryFindings): Promise<void> {
    return this.installs.recordRecovery(tx, id, findings);
  }

  recordAgain(tx: EntityManager, id: string, again: AgainRequest): Promise<void> {
    return this.installs.recordAgain(tx, id, again);
  }

  /** Orders the boot that reported last to start Windows. Its wrong codes stay counted. */
  orderWindows(
    tx: EntityManager,
    { id, agentState: { again } }: StoredInstall,
    bootId: string,
  ): Promise<void> {
    const wrongCodes = again?.bootId === bootId ? again.wrongCodes : 0;
    return this.recordAgain(tx, id, { bootId, wrongCodes, installId: null, startsWindows: true });
  }

  requestRemoval(tx: EntityManager, install: StoredInstall): Promise<void> {
    return this.installs.recordKept(tx, install.id, {
      ...install.agentState.kept,
      removalRequestedAt: new Date().toISOString(),
    });
  }

  /** Stores the proof of a password that Windows got after the install. */
  async recordNewPassword(
    tx: EntityManager,
    id: string,
    set: Pick<StoredInstall, 'engineState'> &
      Partial<Pick<StoredInstall, 'rdpPassword' | 'agentState'>>,
  ): Promise<void> {
    await tx.update(InstallEntity, { id }, set);
  }

  list(
    { userId }: Pick<Actor, 'userId'>,
    page: InstallHistoryQuery,
  ): Promise<ListPage<StoredInstall>> {
    return this.installs.pageOf(userId, page);
  }

  /** Returns an install of any user. @throws NOT_FOUND */
  async get(id: string): Promise<StoredInstall> {
    const [install] = await this.getAll([id]);
    if (!install) throw installErrors.notFound();
    return install;
  }

  /** Returns installs of any user, unordered and without unknown ids. */
  getAll(ids: string[]): Promise<StoredInstall[]> {
    return this.db.manager.findBy(InstallEntity, { id: In(ids), status: VISIBLE });
  }

  /** Returns the status columns of any user's installs, including installs without a quota hold. */
  statesOf(
    ids: string[],
    tx = this.db.manager,
  ): Promise<
    Pick<StoredInstall, 'id' | 'userId' | 'ip' | 'status' | 'engineState' | 'agentState'>[]
  > {
    return tx.find(InstallEntity, {
      select: {
        id: true,
        userId: true,
        ip: true,
        status: true,
        engineState: true,
        agentState: true,
      },
      where: { id: In(ids) },
    });
  }

  async statsOf(userIds: string[]): Promise<UserStats[]> {
    const counts = await this.installs.countByStatus(userIds);
    return userIds.map((userId) => {
      const ofUser = counts.filter((one) => one.userId === userId);
      const count = (...statuses: StoredStatus[]) =>
        ofUser
          .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
          .reduce((sum, one) => sum + one.count, 0);
      return {
        userId,
        total: count(),
        active: count('pending', 'preparing', 'running'),
        completed: count('completed'),
        failed: count('failed'),
      };
    });
  }

  /** @throws INSTALL_IN_PROGRESS if an install of the VPS is unfinished */
  async requireFree({ ip, sshPort }: VpsTarget): Promise<void> {
    const where = { ip, sshPort: sshPort ?? IsNull(), status: In([...UNFINISHED]) };
    if (await this.db.manager.existsBy(InstallEntity, where)) throw installErrors.inProgress(ip);
  }

  countFailures(
    tx: EntityManager,
    by: VpsTarget & { userId: string; codes: readonly FailureCode[]; since: Date },
  ): Promise<{ byUser: number; onAddress: number }> {
    return this.installs.countFailures(tx, by);
  }

  isVersionInUse(tx: EntityManager, slug: string): Promise<boolean> {
    return tx.existsBy(InstallEntity, { winVer: slug, status: In([...ACTIVE]) });
  }

  isImageInUse(tx: EntityManager, manifestSha256: string): Promise<boolean> {
    return tx.existsBy(InstallEntity, { manifestSha256, status: In([...ACTIVE]) });
  }

  countActiveByImage(): Promise<Map<string, number>> {
    return this.installs.countActiveByImage();
  }

  /** Returns images that an install may still have to fetch. */
  neededImages(): Promise<string[]> {
    return this.installs.neededImages();
  }

  countUnfinished(tx: EntityManager, userId: string): Promise<number> {
    return tx.countBy(InstallEntity, { userId, status: In([...UNFINISHED]) });
  }

  /** Also erases published events, which contain addresses. Unpublished events stay because billing needs them. */
  eraseOf(tx: EntityManager, userId: string): Promise<void> {
    return this.installs.deleteAllOf(tx, userId);
  }
}
