import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UserStats } from '@casement/proto/gen/casement/install/v1/install_service.js';
import type { InstallHistoryQuery } from '@casement/proto/http/install.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import type { FailureCode } from '@casement/install-engine/failures.js';
import type { InstallEntity, StoredStatus } from './install.entity.js';
import { installErrors } from './installs.errors.js';
import { InstallsRepository } from './installs.repository.js';

/** A row of `install` for other features. */
export type StoredInstall = InstallEntity;
export type { StoredStatus };

/** Installs of users, and questions that other features ask about the `install` table. */
@Injectable()
export class InstallsService {
  constructor(private readonly installs: InstallsRepository) {}

  /** @throws NOT_FOUND, also for another user's install */
  async own({ userId }: Actor, id: string): Promise<StoredInstall> {
    const install = await this.installs.findOf(userId, id);
    if (!install) throw installErrors.notFound();
    return install;
  }

  /** @returns `null` for another user's install */
  lockOwn(tx: EntityManager, userId: string, id: string): Promise<StoredInstall | null> {
    return this.installs.lockOf(tx, userId, id);
  }

  list({ userId }: Actor, page: InstallHistoryQuery): Promise<ListPage<StoredInstall>> {
    return this.installs.pageOf(userId, page);
  }

  /** An install of any user. @throws NOT_FOUND */
  async get(id: string): Promise<StoredInstall> {
    const [install] = await this.getAll([id]);
    if (!install) throw installErrors.notFound();
    return install;
  }

  /** Installs of any user, unordered; unknown ids are left out. */
  getAll(ids: string[]): Promise<StoredInstall[]> {
    return this.installs.findAll(ids);
  }

  /** Status columns of any user's installs, including those without a quota hold. */
  statesOf(ids: string[], tx?: EntityManager): ReturnType<InstallsRepository['findStates']> {
    return this.installs.findStates(ids, tx);
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

  /** @throws INSTALL_IN_PROGRESS if an install of the address is unfinished */
  async requireFree(ip: string): Promise<void> {
    if (await this.installs.isOccupied(ip)) throw installErrors.inProgress(ip);
  }

  /** Installs since `since` that ended with one of `codes`. */
  countFailures(
    tx: EntityManager,
    by: { userId: string; ip: string; codes: readonly FailureCode[]; since: Date },
  ): Promise<{ byUser: number; onAddress: number }> {
    return this.installs.countFailures(tx, by);
  }

  isVersionInUse(tx: EntityManager, slug: string): Promise<boolean> {
    return this.installs.existsActive(tx, { winVer: slug });
  }

  isImageInUse(tx: EntityManager, manifestSha256: string): Promise<boolean> {
    return this.installs.existsActive(tx, { manifestSha256 });
  }

  countActiveByImage(): Promise<Map<string, number>> {
    return this.installs.countActiveByImage();
  }

  /** Images that an install may still have to fetch. */
  neededImages(): Promise<string[]> {
    return this.installs.neededImages();
  }

  countUnfinished(tx: EntityManager, userId: string): Promise<number> {
    return this.installs.countUnfinished(tx, userId);
  }

  /** Also erases published events, which contain addresses. Unpublished events stay because billing needs them. */
  eraseOf(tx: EntityManager, userId: string): Promise<void> {
    return this.installs.deleteAllOf(tx, userId);
  }
}
