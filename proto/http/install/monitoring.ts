import { z } from 'zod';
import { instant, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { installStatus, installProgress, installRecord } from './install.js';

/** Failed installs with something in common, out of all that ended. */
const failureGroup = z.object({
  /** Failure code, provider or Windows version; empty if unknown. */
  name: z.string(),
  failed: z.number().int(),
  /** Completed and failed. A failure code has only failed installs. */
  ended: z.number().int(),
});
export type FailureGroup = z.infer<typeof failureGroup>;

/** GET /admin/install-monitoring/failures: the last 30 days, most failures first, at most 10 groups each. */
export const installFailures = z.object({
  code: z.array(failureGroup),
  /** Provider or virtualization software that the check recognized. */
  provider: z.array(failureGroup),
  version: z.array(failureGroup),
});
export type InstallFailures = z.infer<typeof installFailures>;

/** GET /admin/install-monitoring/realtime, polled every 5 s. */
export const installMonitoring = z.object({
  /** All active installs, newest first, then the latest finished ones, limited by the server. */
  installations: z.array(installRecord),
  /** Most recently changed installs, latest change first. */
  recentActivity: z.array(installRecord),
  statistics: z.object({
    total: z.number().int(),
    /** Sum of pending, preparing and running. */
    active: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    /** Count of every status, including 0. */
    statusBreakdown: z.record(installStatus, z.number().int()),
  }),
});
export type InstallMonitoring = z.infer<typeof installMonitoring>;

/** GET /admin/install-monitoring/progress/{id}. */
export const installProgressReport = z.object({
  id: z.string(),
  status: installStatus,
  /** Depends only on the status (SPEC §4): pending 0, preparing 25, running 75, otherwise 100. */
  progress: z.number().int(),
  /** Live percent of the write, 0–100, with one decimal; `null` while no data is written. */
  live_percent: z.number().nullable(),
});
export type InstallProgressReport = z.infer<typeof installProgressReport>;

/** GET /admin/install-monitoring/history. */
export const statusHistoryQuery = z.object(
  {
    days: z.coerce
      .number(RULES.DAYS)
      .int(RULES.DAYS)
      .min(1, RULES.DAYS)
      .max(90, RULES.DAYS)
      .default(30),
  },
  UNREADABLE,
);
export type StatusHistoryQuery = z.infer<typeof statusHistoryQuery>;

/** Installs started on one day, by their current status. */
export const statusHistoryDay = z.object({
  /** Day in Jakarta, e.g. 2026-11-21. */
  date: z.string(),
  /** Count of every status, including 0. */
  counts: z.record(installStatus, z.number().int()),
});
export type StatusHistoryDay = z.infer<typeof statusHistoryDay>;

/** Hour of GET /admin/install-monitoring/hours: installs started and ended in it. */
export const installHour = z.object({
  /** Start of the hour. */
  at: instant,
  started: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  /** Progress of the failed installs when they stopped, latest first; at most 100 in all hours. */
  stopped: z.array(installProgress.pick({ phase: true, percent: true })),
});
export type InstallHour = z.infer<typeof installHour>;
