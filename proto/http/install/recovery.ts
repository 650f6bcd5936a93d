import { z } from 'zod';
import { instant } from '../envelope.js';
import { RULES } from '../rules.js';

/** Starts of Windows without success after which the recovery system starts instead. */
export const GUARD_LIMIT = 4;

/** Bounds of the evidence. Longer texts are truncated, because a refused report would lose all of it. */
export const EVIDENCE_LIMITS = {
  setupLog: 24 * 1024,
  bootLog: 12 * 1024,
  bcd: 8 * 1024,
  line: 300,
  ioErrors: 30,
  processorFlags: 40,
} as const;

/**
 * Result of an order to reset the password. `written`: Windows sets it at its next start. Otherwise C: was not changed:
 * it is encrypted, hibernated, not cleanly unmounted, or could not be changed.
 */
const resetResult = z.enum(['written', 'bitlocker', 'hibernated', 'not_closed', 'failed']);
export type ResetResult = z.infer<typeof resetResult>;

/**
 * JSON body of POST /install/agent/recovery/report, at most 64 KiB. Every field except `boot_id` is optional. The
 * service cleans, truncates and redacts every text.
 */
export const recoveryReportRequest = z.object({
  /** Random identifier of one boot of the recovery system. Its last report replaces the earlier ones. */
  boot_id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Starts of Windows counted by GRUB since the last success. */
  starts: z.number().int().min(0).max(1000).nullish().catch(null),
  /** State of the guard's block. `unknown`: the block is not readable. */
  guard: z.enum(['counting', 'passed', 'kept', 'unknown']).default('unknown').catch('unknown'),
  /** Whether anything on C: changed after the write; `null` if that could not be determined. */
  written_since: z.boolean().nullish().catch(null),
  /** Named as in the check of the VPS: `virtio-blk`, `virtio-scsi`, `sata`, `nvme`, … */
  disk_bus: z.string().nullish().catch(null),
  /** Size in bytes and serial number of the disk, compared with the disk that the commit was granted for. */
  disk_size: z.number().int().positive().nullish().catch(null),
  disk_serial: z.string().nullish().catch(null),
  /** Processor flags that the image needs and the machine lacks, as in /proc/cpuinfo. */
  cpu_missing: z.array(z.string()).default([]).catch([]),
  /** Stop code from a crash dump: `0x0000007b`. */
  stop_code: z.string().nullish().catch(null),
  /** ImageState, or the last pass that set-up entered. */
  setup_state: z.string().nullish().catch(null),
  /** Ends of setupact.log and setuperr.log. */
  setup_log: z.string().default('').catch(''),
  /** End of ntbtlog.txt. */
  boot_log: z.string().default('').catch(''),
  bcd: z.string().default('').catch(''),
  /** Lines of the kernel log. */
  io_errors: z.array(z.string()).default([]).catch([]),
  /** Whether C: is encrypted and was therefore not read. */
  bitlocker: z.boolean().default(false).catch(false),
  /**
   * Repairs before the last starts of Windows: the name of a disk driver that Windows did not start, or `boot_entry`
   * (the default boot entry did not exist).
   */
  second_chance: z
    .array(z.string().regex(/^[a-z0-9_]{1,40}$/))
    .max(10)
    .default([])
    .catch([]),
  /** Result of the last `reset_password`, by its `reset_id`. Absent before one. */
  password_reset: z.object({ id: z.uuid(), result: resetResult }).nullish().catch(null),
  /** Orders that this recovery system can follow besides those of its first version, such as `install_again`. */
  abilities: z
    .array(z.string().regex(/^[a-z0-9_]{1,40}$/))
    .max(20)
    .default([])
    .catch([]),
});
export type RecoveryReportRequest = z.infer<typeof recoveryReportRequest>;

/** Response to a report, without the envelope: `{"order":"wait","poll_seconds":30}`. */
export interface RecoveryOrder {
  /**
   * `wait`: send the next report after `poll_seconds`. `install_again`, `return_to_linux`: run the stage of `job`.
   * `reset_password`: have Windows set `password` at its next start, and report the result.
   */
  order:
    | 'wait'
    | 'restart_windows'
    | 'power_off'
    | 'install_again'
    | 'return_to_linux'
    | 'reset_password';
  poll_seconds: number;
  /**
   * Only with `install_again` and `return_to_linux`: the stage's scripts and the job, as a gzipped cpio archive in
   * base64 on one line. The stage's nonce is the `boot_id` of the report.
   */
  job?: string;
  /** Only with `reset_password`: identifies the order in the report. */
  reset_id?: string;
  /** Only with `reset_password`: UTF-8 in base64. */
  password?: string;
}

/** Wrong console codes per boot of the recovery system. Then only a restart gives a new code. */
export const MAX_CODE_TRIES = 5;

/**
 * Code on the console of the recovery system: the first 40 bits of the SHA-256 of its `boot_id` in Crockford's base32.
 * Its alphabet has no I, L, O and U; the first three are read as 1, 1 and 0.
 */
export const consoleCode = z
  .string(RULES.CONSOLE_CODE)
  .overwrite((code) =>
    code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1'),
  )
  .regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, RULES.CONSOLE_CODE);

/** Findings of the recovery system, which starts instead of a Windows that does not. */
const installRecovery = z.object({
  /** First and last report. */
  since: instant,
  reported_at: instant,
  /** Starts of Windows without success; `null` if unknown. */
  starts: z.number().int().nullable(),
  /** Whether anything on C: changed after the write; `null` if unknown. */
  written_since: z.boolean().nullable(),
  /** Named as in the check of the VPS, e.g. `virtio-blk`. */
  disk_bus: z.string().nullable(),
  /** Processor features that the image needs and the machine lacks. */
  cpu_missing: z.array(z.string()),
  /** E.g. `0x0000007b`. */
  stop_code: z.string().nullable(),
  /** ImageState of Windows, or the last pass of its set-up. */
  setup_state: z.string().nullable(),
  /** Number of read or write errors of the disk. */
  io_errors: z.number().int(),
  bitlocker: z.boolean(),
  /**
   * Repairs before the last starts of Windows, which did not help: names of disk drivers, or `boot_entry`. Absent from
   * older versions.
   */
  second_chance: z.array(z.string()).optional(),
  /** Whether it has reported within the last ten minutes. Absent from older versions. */
  answering: z.boolean().optional(),
  /** Whether POST /user/install/{id}/again can start another install from it. Absent from older versions. */
  install_again: z.boolean().optional(),
  /** Whether POST /user/install/{id}/start-windows can restart it into Windows. Absent from older versions. */
  start_windows: z.boolean().optional(),
  /** Whether POST /user/install/{id}/password can reset the password of Windows. Absent from older versions. */
  reset_password: z.boolean().optional(),
  /** Whether POST /user/install/{id}/linux can return the machine to Linux, and the quota that this costs. */
  return_to_linux: z.object({ price: z.number().int() }).nullish(),
});
export type InstallRecovery = z.infer<typeof installRecovery>;

/** Boot guard of an install. */
export const installGuard = z.object({
  /** Starts of Windows without success after which the recovery system starts. */
  limit: z.number().int(),
  /** Last sign of the VPS while the first start of Windows is awaited; `null` if it is not, or if anything answered. */
  silent_since: instant.nullable(),
  /** `null` if the recovery system never reported. */
  recovery: installRecovery.nullable(),
  /**
   * Recovery system that stays on the disk of a completed install: `preparing` until Windows has confirmed it,
   * `removing` until Windows asks next. `null` if there is no kept recovery system. Absent from older versions.
   */
  kept: z.enum(['preparing', 'kept', 'removing', 'removed']).nullish(),
});
export type InstallGuard = z.infer<typeof installGuard>;
