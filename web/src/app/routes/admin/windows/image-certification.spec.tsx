import type { CertificationReport } from '@casement/proto/http/install/windows/certifications.js';
import type { WindowsImage } from '@casement/proto/http/install/windows/images.js';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import { makeVersion } from '@/testing/factories/factories.js';
import { makeCertification, makeReport } from '@/testing/factories/image-factories.js';

const VERSION = '00000000-0000-7000-8000-0000000000a1';

const image: WindowsImage = {
  windows_version_id: VERSION,
  name: 'Windows Server 2022',
  slug: 'ws2022',
  state: 'ready',
  image: {
    sha256: 'a'.repeat(64),
    firmware: 'uefi',
    raw_size: 2 ** 35,
    data_bytes: 2 ** 33,
    stored_bytes: 2 ** 32,
    chunks: 576,
    min_disk: 2 ** 35,
    min_memory: 0,
  },
  imported_at: '2026-11-20T03:00:00.000Z',
  verified_at: null,
  certification: null,
  active_installs: 0,
  job: null,
};

const port = {
  code: 'PORT_CLOSED',
  result: 'failed',
  message: 'Windows started, but remote desktop does not respond on port 22: refused',
  cure: 'Make sure that nothing in the image blocks or uses the port, such as a firewall, a policy or another program.',
} as const;
const missed = {
  code: 'DISK_NOT_GROWN',
  result: 'skipped',
  message: 'Not checked because the certification stopped early.',
  cure: null,
} as const;
const failed = makeReport({ verdict: 'failed', failure: port, checks: [port, missed] });

/** @param report certification report of the image; null if there is none */
const open = async (report: CertificationReport | null, state: WindowsImage['state'] = 'ready') => {
  const certification = report && makeCertification(report);
  return openAdmin('Windows Versions', [
    http.get('/api/admin/windows-versions', () => ok([makeVersion({ id: VERSION })])),
    http.get('/api/admin/windows-images', () => ok([{ ...image, state, certification }])),
    http.get(`/api/admin/windows-images/${VERSION}/certification`, () => ok(report)),
  ]);
};
const look = async (report: CertificationReport | null) => {
  const user = await open(report);
  await user.click(
    await (await table()).findByRole('button', { name: 'Image of Windows Server 2022' }),
  );
  const name = 'Image of Windows Server 2022';
  return { user, dialog: within(await screen.findByRole('dialog', { name })) };
};
const readReport = async (report: CertificationReport) => {
  const { user, dialog } = await look(report);
  await user.click(dialog.getByRole('button', { name: 'Report' }));
  const name = 'Certification of Windows Server 2022';
  return within(await screen.findByRole('dialog', { name }));
};

describe('/admin image certification', () => {
  it.each([
    ['Certified', makeReport()],
    ['Not certified', failed],
    ['Not certified', null],
  ])('shows %s in the table', async (word, report) => {
    await open(report);
    expect(await (await table()).findByText(word)).toBeVisible();
  });

  it('shows nothing for a version without an image', async () => {
    await open(null, 'none');
    expect(await (await table()).findByText('No image yet')).toBeVisible();
    expect(screen.queryByText('Not certified')).toBeNull();
  });

  it('warns about an image that was never used for a conversion', async () => {
    const { dialog } = await look(null);
    expect(dialog.getByText(/no test VPS has been converted with it/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Report' })).toBeNull();
  });

  it('warns with the reason of a failed certification', async () => {
    const { dialog } = await look(failed);
    expect(dialog.getByText(/failed certification\. Windows started, but/)).toBeVisible();
    expect(dialog.getByText('Failed on 22 Nov 2026, 10:00 WIB')).toBeVisible();
  });

  it('shows the checks, the machine and the console in the report', async () => {
    const dialog = await readReport(makeReport());
    expect(await dialog.findByText('Certified on 22 Nov 2026, 10:00 WIB')).toBeVisible();
    expect(dialog.getByText('4.0 GiB memory, 34.0 GiB disk, KVM')).toBeVisible();
    expect(dialog.getByText('Windows accepted the password of Administrator.')).toBeVisible();
    expect(dialog.getByText(/^It is an evaluation/)).toBeVisible();
    expect(dialog.getByRole('img', { name: 'Console: verifying' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/png;base64,iVBOR/),
    );
  });

  it('shows a failed check with remedy and code, and the checks not reached', async () => {
    const dialog = await readReport(failed);
    expect(await dialog.findByText(port.message)).toBeVisible();
    expect(dialog.getByText(port.cure)).toBeVisible();
    expect(dialog.getByText('PORT_CLOSED')).toBeVisible();
    expect(dialog.getByText('Not checked because the certification stopped early.')).toBeVisible();
  });
});
