import type { ImageJob } from '@casement/proto/http/install/windows/images.js';
import { screen, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import { makeLinuxVersion } from '@/testing/factories/image-factories.js';
import { findToast } from '@/testing/render.js';

const ID = makeLinuxVersion().windows_version_id;
const PATH = '/api/admin/linux-versions';

const aJob = (over: Partial<ImageJob> = {}): ImageJob => ({
  id: 'j1',
  kind: 'import',
  windows_version_id: ID,
  status: 'running',
  step: 'importing',
  source: 'debian.qcow2',
  percent: 41.2,
  bytes_done: 0,
  bytes_total: null,
  rate: null,
  log: [],
  failure: null,
  created_at: '2026-11-21T03:00:00.000Z',
  finished_at: null,
  ...over,
});

const open = (...handlers: RequestHandler[]) =>
  openAdmin('Windows Versions', [...handlers, http.get(PATH, () => ok([makeLinuxVersion()]))]);
const region = async () => within(await screen.findByRole('region', { name: 'Linux Versions' }));
const rows = async () => within(await (await region()).findByRole('table'));
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
/** Records the bodies sent to a route. */
const recording = (method: 'post' | 'put', path: string, answer: object | null) => {
  const sent: unknown[] = [];
  const handler = http[method](path, async ({ request }) => {
    sent.push(await request.json());
    return ok(answer);
  });
  return { sent, handler };
};

describe('/admin windows section: Linux versions', () => {
  it('shows image, firmware and whether a version is offered', async () => {
    await open(
      http.get(PATH, () =>
        ok([
          makeLinuxVersion(),
          makeLinuxVersion({
            windows_version_id: 'x',
            name: 'Ubuntu',
            enabled: false,
            state: 'none',
            image: null,
            firmware: ['uefi'],
          }),
        ]),
      ),
    );
    const [head, debian, ubuntu] = (await rows()).getAllByRole('row');
    expect(head).toHaveTextContent('NameSlugImageFirmwareActions');
    expect(debian).toHaveTextContent(/Debian 12debian-12AvailableBIOS, UEFI/);
    expect(ubuntu).toHaveTextContent(/No image yetNot offeredUEFI/);
  });

  it('shows the empty state, and creates a version', async () => {
    const { sent, handler } = recording('post', PATH, {});
    const user = await open(
      handler,
      http.get(PATH, () => ok([])),
    );
    expect(await screen.findByText('No Linux versions yet')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Add Linux Version' })[0]!);
    const dialog = await dialogOf('Add Linux Version');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Name is required')).toBeVisible();
    await user.type(dialog.getByLabelText('Name'), 'Debian 12');
    await user.type(dialog.getByLabelText('Slug'), 'debian-12');
    expect(dialog.queryByLabelText(/processor/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('Linux version created successfully')).toBeVisible();
    expect(sent).toEqual([{ name: 'Debian 12', slug: 'debian-12', enabled: true }]);
  });

  it('retries a failed load', async () => {
    let fails = true;
    const user = await open(http.get(PATH, () => (fails ? refuse(503) : ok([makeLinuxVersion()]))));
    const again = await screen.findByRole('button', { name: 'Try Again' });
    fails = false;
    await user.click(again);
    expect((await rows()).getByText('Debian 12')).toBeVisible();
  });

  it('stops offering a version', async () => {
    const { sent, handler } = recording('put', `${PATH}/${ID}`, {});
    const user = await open(handler);
    await user.click((await rows()).getByRole('button', { name: 'Edit Debian 12' }));
    const dialog = await dialogOf('Edit Linux Version');
    await user.click(dialog.getByRole('checkbox', { name: /^Offer this version/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('Linux version updated successfully')).toBeVisible();
    expect(sent).toEqual([{ name: 'Debian 12', slug: 'debian-12', enabled: false }]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('deletes a version after confirmation: %p', async (confirmed, times) => {
    let deleted = 0;
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(confirmed);
    const user = await open(
      http.delete(`${PATH}/${ID}`, () => {
        deleted += 1;
        return ok(null);
      }),
    );
    await user.click((await rows()).getByRole('button', { name: 'Delete Debian 12' }));
    if (confirmed) expect(await findToast('Linux version deleted successfully')).toBeVisible();
    expect(confirm).toHaveBeenCalledWith('Delete the Linux version Debian 12 and its image?');
    expect(deleted).toBe(times);
  });

  it('shows why a version cannot be deleted', async () => {
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    const message = 'Debian 12 has an active install.';
    const user = await open(http.delete(`${PATH}/${ID}`, () => refuse(409, { message })));
    await user.click((await rows()).getByRole('button', { name: 'Delete Debian 12' }));
    expect(await findToast('Delete failed')).toHaveTextContent(message);
  });

  it('shows the image without what only Windows has', async () => {
    const user = await open();
    await user.click((await rows()).getByRole('button', { name: 'Image of Debian 12' }));
    const dialog = await dialogOf('Image of Debian 12');
    expect(dialog.getByText('BIOS, UEFI')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Verify' })).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Build from ISO' })).toBeNull();
    expect(dialog.queryByText(/[Cc]ertif|Drivers/)).toBeNull();
  });

  it('imports an image, and reports its end', async () => {
    const none = makeLinuxVersion({ state: 'none', image: null, firmware: [] });
    let status: ImageJob['status'] | undefined;
    const { sent, handler } = recording('post', '/api/admin/windows-images/import', aJob());
    const user = await open(
      handler,
      http.get(PATH, () => {
        if (sent.length > 0) status = status ? 'done' : 'running';
        return ok([{ ...none, job: status ? aJob({ status }) : null }]);
      }),
      http.get('/api/admin/windows-images/files', () =>
        ok([{ name: 'debian.qcow2', size: 2 ** 29, modified_at: '2026-11-20T03:00:00.000Z' }]),
      ),
    );
    await user.click((await rows()).getByRole('button', { name: 'Image of Debian 12' }));
    const dialog = await dialogOf('Image of Debian 12');
    expect(dialog.getByText(/Customers can’t choose this version until/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Import Image' }));
    const form = await dialogOf('Import an Image for Debian 12');
    expect(form.getByText(/Use a generic cloud image with cloud-init/)).toBeVisible();
    expect(form.queryByLabelText('Final check')).toBeNull();
    await user.selectOptions(
      form.getByLabelText('File'),
      await form.findByRole('option', { name: /^debian/ }),
    );
    await user.click(form.getByRole('button', { name: 'Start Import' }));
    expect(await findToast('Import started')).toBeVisible();
    expect(sent).toMatchObject([{ windows_version_id: ID, location: 'debian.qcow2' }]);
    expect(await screen.findByText('Image imported')).toBeVisible();
  });
});
