import { Injectable } from '@nestjs/common';
import {
  ACTIVE_INSTALL_STATUSES,
  installStatus,
  type InstallStatus,
} from '@casement/proto/http/install/install.js';
import type {
  InstallFailures,
  InstallHour,
  InstallMonitoring,
  StatusHistoryDay,
} from '@casement/proto/http/install/monitoring.js';
import type { OutcomeSeries, SeriesUnit } from '@casement/proto/http/series.js';
import type { InstallEntity } from '../install.entity.js';
import { InstallMapper, progressOf } from '../install.mapper.js';
import { InstallStatisticsRepository, type FailureTrait } from './install-statistics.repository.js';

/** Limits the active installs so that their usernames fit into one call to auth. */
const MAX_ACTIVE = 150;
const MAX_ENDED = 15;
const MAX_CHANGES = 10;
/** Limits the recently failed installs whose progress is reported. */
const MAX_STOPPED = 100;

const FAILURE_DAYS = 30;
const MAX_GROUPS = 10;

const HOUR_MS = 3_600_000;
const HOURS = 24;
const DAY_MS = HOURS * HOUR_MS;
const jakarta = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta', dateStyle: 'short' });

/** Example: 2026-11-21 */
const dateInJakarta = (at: number): string => jakarta.format(at);
const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;

const ENDED = installStatus.options.filter(
  (status) => !(ACTIVE_INSTALL_STATUSES as readonly string[]).includes(status),
);

@Injectable()
export class InstallMonitoringService {
  constructor(
    private readonly statistics: InstallStatisticsRepository,
    private readonly mapper: InstallMapper,
  ) {}

  /** Returns active installs, the last ended and changed ones, and the count per status (SPEC §3). */
  async snapshot(): Promise<InstallMonitoring> {
    const [active, ended, recent, counts] = await Promise.all([
      this.statistics.active(MAX_ACTIVE),
      this.statistics.changedLast(MAX_ENDED, ENDED),
      this.statistics.changedLast(MAX_CHANGES, installStatus.options),
      this.statistics.countByStatus(),
    ]);
    const installations = [...active, ...ended];
    const records = await this.mapper.records([...installations, ...recent]);
    const of = (status: InstallStatus) => counts.get(status) ?? 0;
    const sum = (statuses: readonly InstallStatus[]) =>
      statuses.reduce((total, status) => total + of(status), 0);
    return {
      installations: records.slice(0, installations.length),
      recentActivity: records.slice(installations.length),
      statistics: {
        total: sum(installStatus.options),
        active: sum(ACTIVE_INSTALL_STATUSES),
        completed: of('completed'),
        failed: of('failed'),
        statusBreakdown: byStatus(of),
      },
    };
  }

  /** Covers the last `days` days up to today in Jakarta time (SPEC §9), including days without installs. */
  async statusHistory(days: number, now = new Date()): Promise<StatusHistoryDay[]> {
    const dates = Array.from({ length: days }, (_, i) =>
      dateInJakarta(now.getTime() - (days - 1 - i) * DAY_MS),
    );
    const found = await this.statistics.countByDay(dates[0]!);
    return dates.map((date) => ({
      date,
      counts: byStatus(
        (status) => found.find((row) => row.date === date && row.status === status)?.count ?? 0,
      ),
    }));
  }

  /** Covers the last 24 clock hours, including empty ones. Hours start at the same time in UTC and in Jakarta. */
  async hours(now = new Date()): Promise<InstallHour[]> {
    const first = new Date(hourOf(now) - (HOURS - 1) * HOUR_MS);
    const [counts, failed] = await Promise.all([
      this.statistics.countByHour(first),
      this.statistics.failedSince(first, MAX_STOPPED),
    ]);
    return Array.from({ length: HOURS }, (_, i) => {
      const begin = first.getTime() + i * HOUR_MS;
      const of = (what: string) =>
        counts.find((row) => row.what === what && row.hour.getTime() === begin)?.count ?? 0;
      return {
        at: new Date(begin).toISOString(),
        started: of('started'),
        completed: of('completed'),
        failed: of('failed'),
        stopped: failed
          .filter(({ statusChangedAt }: InstallEntity) => hourOf(statusChangedAt) === begin)
          .map(progressOf)
          .map(({ phase, percent }) => ({ phase, percent })),
      };
    });
  }

  async failures(): Promise<InstallFailures> {
    const groups = await this.statistics.failureGroups(FAILURE_DAYS, MAX_GROUPS);
    const by = (trait: FailureTrait) =>
      groups.filter((group) => group.trait === trait).map(({ trait: _, ...group }) => group);
    return { code: by('code'), provider: by('provider'), version: by('version') };
  }

  outcomes(unit: SeriesUnit): Promise<OutcomeSeries> {
    return this.statistics.outcomes(unit, new Date());
  }
}

const byStatus = (count: (status: InstallStatus) => number) =>
  Object.fromEntries(installStatus.options.map((status) => [status, count(status)])) as Record<
    InstallStatus,
    number
  >;
