import { Injectable } from '@nestjs/common';
import {
  ACTIVE_INSTALL_STATUSES,
  installStatus,
  type AdminInstallsQuery,
  type InstallHour,
  type InstallStatus,
  type StatusHistoryDay,
} from '@casement/proto/http/install.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { InstallEntity } from '../install.entity.js';
import { progressOf } from '../install.mapper.js';
import { installEditErrors, installErrors } from '../installs.errors.js';
import { AdminInstallsRepository } from './admin-installs.repository.js';

/** Their users fit into one call to auth. */
const MAX_ACTIVE = 150;
const LATEST_ENDED = 15;
const LATEST_CHANGES = 10;
/** Failed installs of the last hours whose progress is told. */
const MAX_STOPPED = 100;

const HOUR_MS = 3_600_000;
const HOURS = 24;
const DAY_MS = HOURS * HOUR_MS;
const jakarta = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta', dateStyle: 'short' });

/** 2026-11-21 */
const dateInJakarta = (at: Date): string => jakarta.format(at);

const isActive = (status: string) =>
  (ACTIVE_INSTALL_STATUSES as readonly string[]).includes(status);

/** What administrators see of everyone's installs, and the deletion of a record. */
@Injectable()
export class AdminInstallsService {
  constructor(
    private readonly db: Database,
    private readonly installs: AdminInstallsRepository,
    private readonly audit: Audit,
  ) {}

  list(query: AdminInstallsQuery): Promise<ListPage<InstallEntity>> {
    return this.installs.page(query);
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<InstallEntity> {
    const install = await this.installs.find(id);
    if (!install) throw installErrors.notFound();
    return install;
  }

  /** @throws NOT_FOUND, INSTALL_ACTIVE */
  remove(id: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      const install = await this.installs.lock(tx, id);
      if (!install || install.status === 'reserving') throw installErrors.notFound();
      const { ip, status, userId } = install;
      if (isActive(status)) throw installEditErrors.active(ip);
      // Its quota is held until an administrator decides, who needs the record.
      if (status === 'manual_review') throw installEditErrors.inReview(ip);
      await this.installs.remove(tx, id);
      await this.audit.record(tx, {
        action: 'install.deleted',
        target: `install:${id}`,
        before: { status, ip, user_id: userId },
      });
    });
  }

  /** Every day of the last `days`, today last, also those without an install. Days are Jakarta's (SPEC §9). */
  async statusHistory(days: number, now = new Date()): Promise<StatusHistoryDay[]> {
    const dates = Array.from({ length: days }, (_, i) =>
      dateInJakarta(new Date(now.getTime() - (days - 1 - i) * DAY_MS)),
    );
    const found = await this.installs.countByDay(
      dateInJakarta(new Date(now.getTime() - (days - 1) * DAY_MS)),
    );
    return dates.map((date) => ({
      date,
      counts: Object.fromEntries(
        installStatus.options.map((status) => [
          status,
          found.find((row) => row.date === date && row.status === status)?.count ?? 0,
        ]),
      ) as StatusHistoryDay['counts'],
    }));
  }

  /** Hours of the clock, which are the same in UTC and in Jakarta; also those in which nothing happened. */
  async hours(now = new Date()): Promise<InstallHour[]> {
    const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
    const first = new Date(last - (HOURS - 1) * HOUR_MS);
    const [counts, failed] = await Promise.all([
      this.installs.countByHour(first),
      this.installs.failedSince(first, MAX_STOPPED),
    ]);
    return Array.from({ length: HOURS }, (_, i) => {
      const begin = first.getTime() + i * HOUR_MS;
      const of = (what: string) =>
        counts.find((row) => row.what === what && row.hour.getTime() === begin)?.count ?? 0;
      const ended = ({ statusChangedAt }: InstallEntity) =>
        Math.floor(statusChangedAt.getTime() / HOUR_MS) * HOUR_MS;
      return {
        at: new Date(begin).toISOString(),
        started: of('started'),
        completed: of('completed'),
        failed: of('failed'),
        stopped: failed
          .filter((install) => ended(install) === begin)
          .map(progressOf)
          .map(({ phase, percent }) => ({ phase, percent })),
      };
    });
  }

  /** SPEC §3: what is under way, what ended or changed last, and how many there are of each status. */
  async monitoring() {
    const ended = installStatus.options.filter((status) => !isActive(status));
    const [active, latestEnded, recent, counts] = await Promise.all([
      this.installs.active(MAX_ACTIVE),
      this.installs.changedLast(LATEST_ENDED, ended),
      this.installs.changedLast(LATEST_CHANGES, installStatus.options),
      this.installs.countByStatus(),
    ]);
    const of = (status: InstallStatus) => counts.get(status) ?? 0;
    const sum = (statuses: readonly InstallStatus[]) =>
      statuses.reduce((total, status) => total + of(status), 0);
    return {
      installations: [...active, ...latestEnded],
      recent,
      statistics: {
        total: sum(installStatus.options),
        active: sum(ACTIVE_INSTALL_STATUSES),
        completed: of('completed'),
        failed: of('failed'),
        statusBreakdown: Object.fromEntries(
          installStatus.options.map((status) => [status, of(status)]),
        ) as Record<InstallStatus, number>,
      },
    };
  }
}
