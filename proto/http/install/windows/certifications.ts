import { z } from 'zod';
import { instant } from '../../envelope.js';

/**
 * Result of one check. `skipped`: the certification did not get that far, or the image does not provide the value.
 */
const certificationResult = z.enum(['ok', 'warning', 'failed', 'skipped']);
export type CertificationResult = z.infer<typeof certificationResult>;

const text = z.string().max(2000);

const certificationCheck = z.object({
  /** Stable code, e.g. `DISK_NOT_GROWN`: see services/install/windows-image/src/certify/checks.ts. */
  code: z.string().max(64),
  result: certificationResult,
  message: text,
  cure: text.nullable(),
});
export type CertificationCheck = z.infer<typeof certificationCheck>;

const bytes = z.number().int().nonnegative();

/** Device without a working driver, as listed by Windows. */
const driverlessDevice = z.object({
  name: z.string().max(200),
  /** Hardware id, e.g. `PCI\VEN_1AF4&DEV_1004`. */
  id: z.string().max(200),
  /** Base class of a PCI device in two hex digits: `01` storage, `02` network; empty if unknown. */
  pci_class: z.string().regex(/^([0-9a-f]{2})?$/i),
});

/** Facts read by the script inside Windows. `null` if Windows did not provide the value. */
export const windowsFacts = z.object({
  computer_name: z.string().max(64).nullable(),
  /** Addresses of the network card that the install was planned for, e.g. `10.0.2.15/24`. */
  addresses: z.array(z.string().max(64)).max(64).nullable(),
  /** Disk of drive C: and the volume on it, in bytes. The volume is the file system within the partition. */
  disk: z
    .object({ size: bytes, partition_offset: bytes, partition_size: bytes, volume_size: bytes })
    .nullable(),
  driverless_devices: z.array(driverlessDevice).max(50).nullable(),
  /** License channel as named by Windows, e.g. `VOLUME_KMSCLIENT`, and its status (1: licensed). */
  licence: z
    .object({ channel: z.string().max(64), status: z.number().int().nullable() })
    .nullable(),
  /**
   * Account lockout: after `threshold` wrong passwords within `window_minutes` an account is locked for
   * `duration_minutes`.
   */
  lockout: z
    .object({
      threshold: z.number().int(),
      duration_minutes: z.number().int().nullable(),
      window_minutes: z.number().int().nullable(),
      /**
       * Whether the lockout applies to the built-in administrator; `null` if this Windows does not have the setting.
       */
      administrator: z.boolean().nullable(),
    })
    .nullable(),
});
export type WindowsFacts = z.infer<typeof windowsFacts>;

/** Screenshot of the machine's console as base64 PNG. */
const certificationScreenshot = z.object({
  phase: z.string().max(40),
  at: instant,
  png: z
    .string()
    .regex(/^[A-Za-z0-9+/]*={0,2}$/)
    .max(4_000_000),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Written by certify-image and imported by import-image; GET /admin/windows-images/{id}/certification. Valid only for
 * the image whose manifest has this hash.
 */
export const certificationReport = z.object({
  format: z.literal('casement-certification/1'),
  manifest_sha256: sha256,
  verdict: z.enum(['certified', 'failed']),
  /** First failed check; `null` if certified. */
  failure: certificationCheck.nullable(),
  checks: z.array(certificationCheck).max(50),
  started_at: instant,
  finished_at: instant,
  /** Converted virtual machine. */
  machine: z.object({
    accelerator: z.enum(['kvm', 'emulation']),
    firmware: z.enum(['bios', 'uefi']),
    disk_size: bytes,
    memory_size: bytes,
  }),
  image: z.object({ raw_size: bytes, min_disk: bytes, min_memory: bytes }),
  /** Duration of each phase in order. */
  phases: z.array(z.object({ name: z.string().max(40), seconds: z.number() })).max(20),
  facts: windowsFacts.nullable(),
  screenshots: z.array(certificationScreenshot).max(8),
});
export type CertificationReport = z.infer<typeof certificationReport>;

/** Part of a report shown in the list of images. */
export const certificationSummary = z.object({
  verdict: z.enum(['certified', 'failed']),
  finished_at: instant,
  /** Code of the failure; `null` if certified. */
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type CertificationSummary = z.infer<typeof certificationSummary>;
