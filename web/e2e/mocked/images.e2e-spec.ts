import type { ImageJob, WindowsImage } from '@casement/proto/http/install/windows/images.js';
import type { Page } from '@playwright/test';
import { makeVersion } from '@casement/web/testing/factories/factories.js';
import {
  makeBuildJob,
  makeCertification,
  makeDrivers,
  makeReport,
  makeUpload,
} from '@casement/web/testing/factories/image-factories.js';
import { administrator } from '../support/admin.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import type { Answers } from '../support/mock-api.js';
import { test } from '../support/site.js';

const GIB = 2 ** 30;

const versions = [
  makeVersion(),
  makeVersion({ name: 'Windows 11 Pro', slug: 'win11-pro' }),
  makeVersion({ name: 'Windows 10 LTSC', slug: 'win10-ltsc', available: false }),
  makeVersion({ name: 'Windows Server 2019', slug: 'ws2019', available: false }),
  makeVersion({ name: 'Windows Server 2016', slug: 'ws2016', available: false }),
];

const anImage = (index: number, over: Partial<WindowsImage> = {}): WindowsImage => ({
  windows_version_id: versions[index]!.id,
  name: versions[index]!.name,
  slug: versions[index]!.slug,
  state: 'ready',
  image: {
    sha256: 'a'.repeat(64),
    firmware: 'uefi',
    raw_size: 20 * GIB,
    data_bytes: 9.1 * GIB,
    stored_bytes: 4.3 * GIB,
    chunks: 583,
    min_disk: 20 * GIB,
    min_memory: 2 * GIB,
  },
  imported_at: '2026-11-20T03:00:00.000Z',
  verified_at: '2026-11-21T03:00:00.000Z',
  active_installs: 2,
  job: null,
  ...over,
});

const aJob = (index: number, over: Partial<ImageJob> = {}): ImageJob => ({
  id: '00000000-0000-7000-8000-00000000000f',
  kind: 'import',
  windows_version_id: versions[index]!.id,
  status: 'running',
  step: 'importing',
  source: 'https://images.example.com/windows/11/win11-pro-23h2-generalised.qcow2.zst?…',
  percent: 41.2,
  bytes_done: 8.2 * GIB,
  bytes_total: 20 * GIB,
  rate: 151_000_000,
  log: [],
  failure: null,
  created_at: '2026-11-21T03:00:00.000Z',
  finished_at: null,
  ...over,
});

const failure = {
  code: 'COMPRESSION_DAMAGED',
  message: 'The zstd data is damaged or truncated.',
  cure: 'Copy or download the file again, preferably with its SHA-256.',
};

const answers = (): Answers => ({
  ...administrator(),
  'GET /admin/windows-versions': () => versions,
  'GET /admin/windows-images': () => [
    anImage(0, { certification: makeCertification() }),
    anImage(1, { job: aJob(1) }),
    anImage(2, { state: 'none', image: null, job: aJob(2, { status: 'failed', failure }) }),
    anImage(3, { state: 'damaged' }),
    anImage(4, {
      state: 'none',
      image: null,
      job: makeBuildJob({ windows_version_id: versions[4]!.id }),
    }),
  ],
  [`GET /admin/windows-images/${versions[0]!.id}/certification`]: () => makeReport(),
  'GET /admin/windows-images/recipes': () => [
    { name: 'windows-server-2022', title: 'Windows Server 2022', disk_gib: 24 },
  ],
  'GET /admin/windows-images/uploads': () => [makeUpload(), makeDrivers()],
  'GET /admin/windows-images/files': () => [
    { name: 'ws2022-generalised.qcow2', size: 4.2 * GIB, modified_at: '2026-11-20T03:00:00.000Z' },
  ],
});

const visible = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();

const look = (name: string) => async (page: Page) => {
  await visible(page, `Image of ${name}`).click();
  await page.getByRole('dialog', { name: `Image of ${name}` }).waitFor();
};

const SCREENS: { name: string; reach?: (page: Page) => Promise<void> }[] = [
  { name: 'images' },
  { name: 'image-ready', reach: look('Windows Server 2022') },
  {
    name: 'image-certification',
    reach: async (page) => {
      await look('Windows Server 2022')(page);
      await visible(page, 'Report').click();
      await page.getByRole('dialog', { name: 'Certification of Windows Server 2022' }).waitFor();
    },
  },
  { name: 'image-importing', reach: look('Windows 11 Pro') },
  { name: 'image-failed', reach: look('Windows 10 LTSC') },
  { name: 'image-damaged', reach: look('Windows Server 2019') },
  {
    name: 'image-import',
    reach: async (page) => {
      await look('Windows 10 LTSC')(page);
      await visible(page, 'Import Image').click();
      await page.getByRole('dialog', { name: 'Import an Image for Windows 10 LTSC' }).waitFor();
      await visible(page, 'Start Import').click();
      await page.locator('p.err', { hasText: 'Choose a file from the import folder' }).waitFor();
    },
  },
  {
    name: 'image-build',
    reach: async (page) => {
      await look('Windows 10 LTSC')(page);
      await visible(page, 'Build from ISO').click();
      await page.getByRole('dialog', { name: 'Build an Image for Windows 10 LTSC' }).waitFor();
      await page
        .getByLabel('Installation ISO')
        .selectOption({ label: 'windows.iso (5.0 GiB), ready' });
      await page.getByLabel('Edition').selectOption('2');
      await visible(page, 'Start Build').click();
      await page.locator('p.err', { hasText: 'Confirm that your licence allows this' }).waitFor();
    },
  },
  {
    name: 'linux-image',
    reach: async (page) => {
      await look('Debian 12')(page);
      await page.getByText('BIOS, UEFI').filter({ visible: true }).first().waitFor();
    },
  },
  {
    name: 'linux-import',
    reach: async (page) => {
      await look('Ubuntu 24.04 LTS')(page);
      await visible(page, 'Import Image').click();
      await page.getByRole('dialog', { name: 'Import an Image for Ubuntu 24.04 LTS' }).waitFor();
    },
  },
  { name: 'image-building', reach: look('Windows Server 2016') },
];

test.describe('accessibility and layout: Windows images', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });
  for (const { name, reach } of SCREENS) {
    test(name, async ({ open }) => {
      const page = await open('/admin', answers(), { user: true });
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      const sections = page.getByRole('navigation', { name: 'Sections' });
      await sections.getByRole('button', { name: 'Windows Versions', exact: true }).click();
      await visible(page, 'Image of Windows Server 2022').waitFor();
      await reach?.(page);
      await expectAccessibleEverywhere(page, name);
    });
  }
});
