import { z } from 'zod';
import {
  decisionNote,
  instant,
  pageQuery,
  searchText,
  sortedBy,
  UNREADABLE,
  userId,
} from '../envelope.js';
import { RULES } from '../rules.js';
import { installRecord, installFilter } from './install.js';

/** Statuses that an administrator may set manually (SPEC §4). */
export const MANUAL_INSTALL_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;

/** PUT /admin/install-data/{id}. */
export const updateInstallRequest = z.object(
  {
    status: z.enum(MANUAL_INSTALL_STATUSES, RULES.INSTALL_STATUS),
  },
  UNREADABLE,
);
export type UpdateInstallRequest = z.infer<typeof updateInstallRequest>;

/**
 * GET /admin/install-data: newest first unless sorted, and newest first within one status. The search matches
 * username, ip and status, ignoring case.
 */
export const adminInstallsQuery = pageQuery.extend({
  ...sortedBy(['created_at', 'status']),
  search: searchText,
  status: installFilter.default('all'),
  /** Limits the list to this user. */
  user: userId.optional(),
});
export type AdminInstallsQuery = z.infer<typeof adminInstallsQuery>;

/** POST /admin/install-data/{id}/release. The note is kept in the audit log. */
export const releaseInstallRequest = z.object(
  {
    note: decisionNote,
  },
  UNREADABLE,
);
export type ReleaseInstallRequest = z.infer<typeof releaseInstallRequest>;

/** GET /admin/install-data/{id}. Without secrets. */
export const adminInstallDetails = z.object({
  install: installRecord,
  /** Actions on an install whose recovery system has reported; `null` if it has not. Absent from older versions. */
  recovery: z
    .object({
      /** Whether the recovery system can start Windows again, or will do so when it reports next. */
      start_windows: z.enum(['possible', 'ordered', 'impossible']),
      /** Whether quota is held that an administrator can return. */
      release: z.boolean(),
    })
    .nullish(),
  /** Linux found on the VPS; `null` if it was never examined. */
  os_name: z.string().nullable(),
  /** `null` for the default port and root. */
  ssh_port: z.number().int().nullable(),
  ssh_user: z.string().nullable(),
  finished_at: instant.nullable(),
  /** Output of the failed command, which only support understands. */
  failure_detail: z.string().nullable(),
  /** Findings on the VPS, in the order of the checks. */
  checks: z.array(
    z.object({
      name: z.string(),
      result: z.enum(['ok', 'refused']),
      found: z.string(),
      message: z.string().nullable(),
    }),
  ),
  /** Oldest first. */
  steps: z.array(
    z.object({
      name: z.string(),
      worker: z.string(),
      started_at: instant,
      /** `null` while the step runs, or if its worker crashed. */
      finished_at: instant.nullable(),
      /** `done` or a failure code. */
      outcome: z.string().nullable(),
    }),
  ),
});
export type AdminInstallDetails = z.infer<typeof adminInstallDetails>;
