import type { ImageJob, WindowsImage } from '@casement/proto/http/install/windows/images.js';
import type { WindowsVersion } from '@casement/proto/http/install/windows/windows-versions.js';
import { screen, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import { makeVersion } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';

/** A valid UUID because the forms validate it. */
const VERSION = '00000000-0000-7000-8000-0000000000a1';

const anImage = (over: Partial<WindowsImage> = {}): WindowsImage => ({
  windows_version_id: VERSION,
  name: 'Windows Server 2022',
  slug: 'ws2022',
  state: 'ready',
  image: {
    sha256: 'a'.repeat(64),
    firmware: 'uefi',
    drivers: ['viostor', 'netkvm', 'ena'],
    raw_size: 20 * 2 ** 30,
    data_bytes: 9 * 2 ** 30,
    stored_bytes: 4 * 2 ** 30,
    chunks: 576,
    min_disk: 20 * 2 ** 30,
    min_memory: 2 * 2 ** 30,
  },
  imported_at: '2026-11-20T03:00:00.000Z',
  verified_at: null,
  active_installs: 0,
  job: null,
  ...over,
});
const aJob = (over: Partial<ImageJob> = {}): ImageJob => ({
  id: 'j1',
  kind: 'import',
  windows_version_id: VERSION,
  status: 'running',
  step: 'importing',
  source: 'ws2022.qcow2',
  percent: 41.2,
  bytes_done: 8.2 * 2 ** 30,
  bytes_total: 20 * 2 ** 30,
  rate: 151_000_000,
  log: [],
  failure: null,
  created_at: '2026-11-21T03:00:00.000Z',
  finished_at: null,
  ...over,
});
const mockImages = (...images: WindowsImage[]) =>
  http.get('/api/admin/windows-images', () => ok(images));

describe('/admin windows section: images', () => {
  const look = async (...handlers: RequestHandler[]) => {
    const user = await openAdmin('Windows Versions', [
      http.get('/api/admin/windows-versions', () => ok([makeVersion({ id: VERSION })])),
      ...handlers,
    ]);
    await user.click(
      await (await table()).findByRole('button', { name: 'Image of Windows Server 2022' }),
    );
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Image of Windows Server 2022' }),
    );
    return { user, dialog };
  };

  it('shows the image details of a version', async () => {
    const { dialog } = await look(mockImages(anImage()));
    expect(dialog.getByText('20.0 GiB (9.0 GiB used)')).toBeVisible();
    expect(dialog.getByText('4.0 GiB in 576 chunks')).toBeVisible();
    expect(dialog.getByText('UEFI')).toBeVisible();
    expect(dialog.getByText('viostor, netkvm, ena')).toBeVisible();
    expect(dialog.getByText('20 Nov 2026, 10:00 WIB')).toBeVisible();
    expect(dialog.getByText('not yet')).toBeVisible();
  });

  it('shows that the drivers of an image are not recorded', async () => {
    const { image } = anImage();
    const first = await look(mockImages(anImage({ image: { ...image!, drivers: null } })));
    expect(
      first.dialog.getByText('Not recorded. Import the image again to detect them.'),
    ).toBeVisible();
  });

  it('shows an import’s progress in percent, MB/s and bytes, also in the table', async () => {
    const { user } = await look(mockImages(anImage({ job: aJob() })));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('progressbar', { name: 'Importing the image' })).toHaveAttribute(
      'aria-valuenow',
      '41.2',
    );
    expect(dialog.getByText('41 % · 8.2 of 20.0 GiB · 151.0 MB/s')).toBeVisible();
    expect(dialog.getByText('from ws2022.qcow2')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect((await table()).getByText('Importing 41 %')).toBeVisible();
  });

  it('stops an import', async () => {
    const stopped: string[] = [];
    const { user, dialog } = await look(
      mockImages(anImage({ job: aJob() })),
      http.post('/api/admin/windows-images/imports/:id/cancel', ({ params }) => {
        stopped.push(String(params['id']));
        return ok(aJob({ status: 'cancelled' }));
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Stop' }));
    expect(await findToast('Stopped')).toBeVisible();
    expect(stopped).toEqual(['j1']);
  });

  it('shows why an import failed and the remedy', async () => {
    const failure = {
      code: 'NO_NTFS',
      message: 'The image has no NTFS partition, so it does not contain Windows.',
      cure: 'Import an image of a disk with Windows installed.',
    };
    const { dialog } = await look(
      mockImages(anImage({ state: 'none', image: null, job: aJob({ status: 'failed', failure }) })),
    );
    const note = dialog.getByText(/The last import failed/).closest('.note');
    expect(note).toHaveTextContent(failure.message);
    expect(note).toHaveTextContent(failure.cure);
  });

  it('reports the end of an import', async () => {
    let requests = 0;
    await look(
      http.get('/api/admin/windows-images', () => {
        requests += 1;
        return ok([anImage({ job: aJob(requests === 1 ? {} : { status: 'done' }) })]);
      }),
    );
    expect(await findToast('Image imported')).toHaveTextContent(
      'Windows Server 2022 can be installed now.',
    );
  });

  it('warns about a damaged image that was withdrawn', async () => {
    const { dialog } = await look(mockImages(anImage({ state: 'damaged' })));
    expect(dialog.getByText('Damaged')).toBeVisible();
    expect(dialog.getByText(/it was withdrawn/)).toBeVisible();
  });

  it('starts a verification and confirms it', async () => {
    const { user, dialog } = await look(
      mockImages(anImage()),
      http.post(`/api/admin/windows-images/${VERSION}/verify`, () => ok(aJob({ kind: 'verify' }))),
    );
    await user.click(dialog.getByRole('button', { name: 'Verify' }));
    expect(await findToast('Verification started')).toBeVisible();
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('deletes an image after confirmation: %p', async (confirmed, times) => {
    let deleted = 0;
    const { user, dialog } = await look(
      mockImages(anImage()),
      http.delete(`/api/admin/windows-images/${VERSION}`, () => {
        deleted += 1;
        return ok(null);
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete the image' }));
    await user.click(question.getByRole('button', { name: confirmed ? 'Delete' : 'Cancel' }));
    if (confirmed) expect(await findToast('Image deleted successfully')).toBeVisible();
    expect(deleted).toBe(times);
  });

  it('shows the versions even if the images failed to load', async () => {
    let fails = true;
    const user = await openAdmin('Windows Versions', [
      http.get('/api/admin/windows-images', () => (fails ? refuse(503) : ok([anImage()]))),
      http.get('/api/admin/windows-versions', () => ok([makeVersion({ id: VERSION })])),
    ]);
    expect(await screen.findByText('Failed to load images')).toBeVisible();
    expect((await table()).getByText('Available')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(
      await (await table()).findByRole('button', { name: 'Image of Windows Server 2022' }),
    ).toBeVisible();
    expect(screen.queryByText('Failed to load images')).toBeNull();
  });

  it('lets a newly added version get its image immediately', async () => {
    const versions: WindowsVersion[] = [];
    const user = await openAdmin('Windows Versions', [
      http.get('/api/admin/windows-versions', () => ok(versions)),
      http.get('/api/admin/windows-images', () =>
        ok(versions.map(() => anImage({ state: 'none', image: null }))),
      ),
      http.post('/api/admin/windows-versions', () => {
        versions.push(makeVersion({ id: VERSION, available: false }));
        return ok(versions[0]);
      }),
    ]);
    await user.click(screen.getAllByRole('button', { name: 'Add Windows Version' })[0]!);
    const form = within(await screen.findByRole('dialog', { name: 'Add Windows Version' }));
    await user.type(form.getByLabelText('Name'), 'Windows Server 2022');
    await user.type(form.getByLabelText('Slug'), 'ws2022');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(
      await (await table()).findByRole('button', { name: 'Image of Windows Server 2022' }),
    ).toBeVisible();
  });

  it('shows why an image cannot be deleted', async () => {
    const { user, dialog } = await look(
      mockImages(anImage()),
      http.delete(`/api/admin/windows-images/${VERSION}`, () =>
        refuse(409, { message: 'An install under way writes it.' }),
      ),
    );
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete the image' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await findToast('Delete failed')).toHaveTextContent('An install under way writes it.');
  });

  const importing = async (...handlers: RequestHandler[]) => {
    const sent: unknown[] = [];
    const { user, dialog } = await look(
      // MSW uses the first matching handler.
      ...handlers,
      mockImages(anImage({ state: 'none', image: null })),
      http.get('/api/admin/windows-images/files', () =>
        ok([{ name: 'ws2022.qcow2', size: 4 * 2 ** 30, modified_at: '2026-11-20T03:00:00.000Z' }]),
      ),
      http.post('/api/admin/windows-images/import', async ({ request }) => {
        sent.push(await request.json());
        return ok(aJob({ status: 'queued', step: null }));
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Import Image' }));
    const form = within(
      await screen.findByRole('dialog', { name: 'Import an Image for Windows Server 2022' }),
    );
    return { user, form, sent };
  };
  const plain = {
    windows_version_id: VERSION,
    source: 'file',
    sha256: '',
    min_memory_mib: '',
    handshake_only: false,
  };

  it('imports a file from the import folder', async () => {
    const { user, form, sent } = await importing();
    await user.selectOptions(
      form.getByLabelText('File'),
      await form.findByRole('option', { name: 'ws2022.qcow2 (4.0 GiB)' }),
    );
    await user.click(form.getByRole('button', { name: 'Start Import' }));
    expect(await findToast('Import started')).toBeVisible();
    expect(sent).toEqual([{ ...plain, location: 'ws2022.qcow2' }]);
  });

  it('imports from an address with the SHA-256 of its file', async () => {
    const { user, form, sent } = await importing();
    await user.selectOptions(form.getByLabelText('From'), 'url');
    await user.type(form.getByLabelText('URL'), 'https://example.com/ws2022.img.zst');
    await user.type(form.getByLabelText('SHA-256 of the file (optional)'), 'b'.repeat(64));
    await user.type(form.getByLabelText('Memory needed, in MiB (optional)'), '2048');
    await user.selectOptions(
      form.getByLabelText('Final check'),
      'Remote desktop responds (no NLA)',
    );
    await user.click(form.getByRole('button', { name: 'Start Import' }));
    expect(await findToast('Import started')).toBeVisible();
    expect(sent).toMatchObject([
      {
        source: 'url',
        location: 'https://example.com/ws2022.img.zst',
        sha256: 'b'.repeat(64),
        handshake_only: true,
      },
    ]);
  });

  it('§5 requires a file or a valid address', async () => {
    const { user, form, sent } = await importing();
    await user.click(form.getByRole('button', { name: 'Start Import' }));
    expect(await form.findByText('Choose a file from the import folder')).toBeVisible();
    await user.selectOptions(form.getByLabelText('From'), 'url');
    await user.type(form.getByLabelText('URL'), 'https://me:word@example.com/x');
    await user.type(form.getByLabelText('SHA-256 of the file (optional)'), 'abc');
    await user.click(form.getByRole('button', { name: 'Start Import' }));
    expect(await form.findByText('Enter a URL that starts with https:// or http://')).toBeVisible();
    expect(form.getByText('A SHA-256 must be 64 characters, 0–9 and a–f')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('shows the server’s error at the field', async () => {
    const message = 'There is no file ws2022.qcow2 in the import folder.';
    const { user, form } = await importing(
      http.post('/api/admin/windows-images/import', () =>
        refuse(400, { message, details: [{ path: 'location', message }] }),
      ),
    );
    await user.selectOptions(
      form.getByLabelText('File'),
      await form.findByRole('option', { name: /ws2022/ }),
    );
    await user.click(form.getByRole('button', { name: 'Start Import' }));
    expect(await form.findByText(message)).toBeVisible();
  });

  it('shows the folder for import files when it is empty', async () => {
    const { form } = await importing(http.get('/api/admin/windows-images/files', () => ok([])));
    expect(await form.findByText(/The import folder is empty/)).toBeVisible();
  });
});
