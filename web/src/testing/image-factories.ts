import type { ImageUpload } from '@casement/proto/http/image-uploads.js';
import type { ImageJob } from '@casement/proto/http/images.js';

export const ISO = '00000000-0000-7000-8000-0000000000b1';
export const DRIVERS = '00000000-0000-7000-8000-0000000000b2';

/** An installation ISO that was checked. */
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
/** The drivers beside it. */
export const makeDrivers = (): ImageUpload =>
  makeUpload({ id: DRIVERS, kind: 'drivers', name: 'virtio-win.iso', editions: null });

/** A build under way. */
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
