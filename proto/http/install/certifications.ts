import { z } from 'zod';
import { instant } from '../envelope.js';

/** What was found in one respect. `skipped`: the certification did not get so far, or the image cannot tell. */
const certificationResult = z.enum(['ok', 'warning', 'failed', 'skipped']);
export type CertificationResult = z.infer<typeof certificationResult>;

const text = z.string().max(2000);

/** One line of a report. */
const certificationCheck = z.object({
  /** Stable, e.g. `DISK_NOT_GROWN`: see engine/certify/checks.ts of install. */
  code: z.string().max(64),
  result: certificationResult,
  /** What was found. */
  message: text,
  /** What to do, where there is something. */
  cure: text.nullable(),
});
export type CertificationCheck = z.infer<typeof certificationCheck>;

const bytes = z.number().int().nonnegative();

/** A device as Windows lists it that works with no driver. */
const driverlessDevice = z.object({
  name: z.string().max(200),
  /** Its hardware id, e.g. `PCI\VEN_1AF4&DEV_1004`. */
  id: z.string().max(200),
  /** The base class of a PCI device in two hex digits: `01` storage, `02` network; empty where it is unknown. */
  pci_class: z.string().regex(/^([0-9a-f]{2})?$/i),
});

/** What the script inside Windows has read. Null where Windows gave no answer to that question. */
export const windowsFacts = z.object({
  computer_name: z.string().max(64).nullable(),
  /** Of the card that the install was planned for, as `10.0.2.15/24`. */
  addresses: z.array(z.string().max(64)).max(64).nullable(),
  /** The disk that C: lies on, and C: on it, in bytes. The volume is the file system within the partition. */
  disk: z
    .object({ size: bytes, partition_offset: bytes, partition_size: bytes, volume_size: bytes })
    .nullable(),
  driverless_devices: z.array(driverlessDevice).max(50).nullable(),
  /** The channel of the licence as Windows names it, e.g. `VOLUME_KMSCLIENT`, and its status (1: licensed). */
  licence: z
    .object({ channel: z.string().max(64), status: z.number().int().nullable() })
    .nullable(),
  /** After `threshold` wrong passwords within `window_minutes` an account is locked for `duration_minutes`. */
  lockout: z
    .object({
      threshold: z.number().int(),
      duration_minutes: z.number().int().nullable(),
      window_minutes: z.number().int().nullable(),
      /** Whether that holds for the built-in administrator too; null where this Windows does not know the setting. */
      administrator: z.boolean().nullable(),
    })
    .nullable(),
});
export type WindowsFacts = z.infer<typeof windowsFacts>;

/** The console of the machine, as PNG in base64. */
const certificationScreenshot = z.object({
  /** The phase that the install was in. */
  phase: z.string().max(40),
  at: instant,
  png: z
    .string()
    .regex(/^[A-Za-z0-9+/]*={0,2}$/)
    .max(4_000_000),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What certify-image writes, and import-image takes along; GET /admin/windows-images/{id}/certification. It counts for the
 * one image whose manifest has this hash.
 */
export const certificationReport = z.object({
  format: z.literal('casement-certification/1'),
  manifest_sha256: sha256,
  verdict: z.enum(['certified', 'failed']),
  /** The first check that failed; null where it is certified. */
  failure: certificationCheck.nullable(),
  checks: z.array(certificationCheck).max(50),
  started_at: instant,
  finished_at: instant,
  /** The virtual machine that was converted. */
  machine: z.object({
    accelerator: z.enum(['kvm', 'emulation']),
    firmware: z.enum(['bios', 'uefi']),
    disk_size: bytes,
    memory_size: bytes,
  }),
  image: z.object({ raw_size: bytes, min_disk: bytes, min_memory: bytes }),
  /** How long each phase took, in their order. */
  phases: z.array(z.object({ name: z.string().max(40), seconds: z.number() })).max(20),
  facts: windowsFacts.nullable(),
  screenshots: z.array(certificationScreenshot).max(8),
});
export type CertificationReport = z.infer<typeof certificationReport>;

/** Of a report, what the list of images shows. */
export const certificationSummary = z.object({
  verdict: z.enum(['certified', 'failed']),
  finished_at: instant,
  /** Why it failed; null where it is certified. */
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type CertificationSummary = z.infer<typeof certificationSummary>;
