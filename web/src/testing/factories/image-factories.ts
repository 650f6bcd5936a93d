import type {
  CertificationReport,
  CertificationSummary,
} from '@casement/proto/http/install/windows/certifications.js';
import type { ImageUpload } from '@casement/proto/http/install/windows/image-uploads.js';
import type { AdminLinuxVersion } from '@casement/proto/http/install/linux.js';
import type { ImageJob } from '@casement/proto/http/install/windows/images.js';

export const ISO = '00000000-0000-7000-8000-0000000000b1';
export const DRIVERS = '00000000-0000-7000-8000-0000000000b2';

/** A Linux version with its image. */
export const makeLinuxVersion = (over: Partial<AdminLinuxVersion> = {}): AdminLinuxVersion => ({
  windows_version_id: '00000000-0000-7000-8000-0000000000c1',
  name: 'Debian 12',
  slug: 'debian-12',
  enabled: true,
  firmware: ['bios', 'uefi'],
  state: 'ready',
  image: {
    sha256: 'd'.repeat(64),
    firmware: 'uefi',
    raw_size: 3 * 2 ** 30,
    data_bytes: 1.2 * 2 ** 30,
    stored_bytes: 0.5 * 2 ** 30,
    chunks: 77,
    min_disk: 3 * 2 ** 30,
    min_memory: 0,
  },
  imported_at: '2026-11-20T03:00:00.000Z',
  verified_at: '2026-11-21T03:00:00.000Z',
  active_installs: 0,
  job: null,
  ...over,
});

/** A verified installation ISO. */
export const makeUpload = (over: Partial<ImageUpload> = {}): ImageUpload => ({
  id: ISO,
  kind: 'iso',
  name: 'windows.iso',
  size: 5 * 2 ** 30,
  status: 'ready',
  received: 5 * 2 ** 30,
  sha256: 'a'.repeat(64),
  editions: [
    {
      index: 2,
      name: 'Windows Server 2022 Standard',
      id: 'ServerStandard',
      architecture: 'x86_64',
      languages: ['en-US'],
      build: 20348,
      recipe: 'windows-server-2022',
    },
  ],
  failure: null,
  created_at: '2026-11-20T03:00:00.000Z',
  expires_at: '2026-11-21T03:00:00.000Z',
  ...over,
});
/** Verified driver ISO that matches the installation ISO of `makeUpload`. */
export const makeDrivers = (): ImageUpload =>
  makeUpload({ id: DRIVERS, kind: 'drivers', name: 'virtio-win.iso', editions: null });

/** A running build. */
export const makeBuildJob = (over: Partial<ImageJob> = {}): ImageJob => ({
  id: 'j1',
  kind: 'build',
  windows_version_id: ISO,
  status: 'running',
  step: 'building',
  source: 'windows.iso: Windows Server 2022 Standard',
  percent: 40,
  bytes_done: 0,
  bytes_total: null,
  rate: null,
  log: ['12:00:00 Reading the ISO', '12:01:00 Applying the edition'],
  failure: null,
  created_at: '2026-11-21T03:00:00.000Z',
  finished_at: null,
  ...over,
});

/** Report of an image that passed with one warning. */
export const makeReport = (over: Partial<CertificationReport> = {}): CertificationReport => ({
  format: 'casement-certification/1',
  manifest_sha256: 'a'.repeat(64),
  verdict: 'certified',
  failure: null,
  checks: [
    { code: 'NOT_CONVERTED', result: 'ok', message: 'The test VPS was converted.', cure: null },
    {
      code: 'PASSWORD_REFUSED',
      result: 'ok',
      message: 'Windows accepted the password of Administrator.',
      cure: null,
    },
    {
      code: 'LICENCE_UNKNOWN',
      result: 'warning',
      message:
        'It is an evaluation edition (TIMEBASED_EVAL), which stops working after a few months.',
      cure: 'Check with Microsoft whether the edition can be activated on customers’ machines.',
    },
  ],
  started_at: '2026-11-22T02:40:00.000Z',
  finished_at: '2026-11-22T03:00:00.000Z',
  machine: {
    accelerator: 'kvm',
    firmware: 'uefi',
    disk_size: 34 * 2 ** 30,
    memory_size: 4 * 2 ** 30,
  },
  image: { raw_size: 32 * 2 ** 30, min_disk: 32 * 2 ** 30, min_memory: 0 },
  phases: [{ name: 'Writing', seconds: 61 }],
  facts: null,
  screenshots: [
    {
      phase: 'verifying',
      at: '2026-11-22T03:00:00.000Z',
      // A single black pixel.
      png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
    },
  ],
  ...over,
});

/** Certification summary in the list of images. */
export const makeCertification = (
  { verdict, failure, finished_at }: CertificationReport = makeReport(),
): CertificationSummary => ({
  verdict,
  finished_at,
  code: failure?.code ?? null,
  message: failure?.message ?? null,
});
