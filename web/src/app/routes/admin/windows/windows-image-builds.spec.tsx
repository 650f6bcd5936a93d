import { createHash, webcrypto } from 'node:crypto';
import {
  UPLOAD_PART_BYTES,
  type ImageUpload,
} from '@casement/proto/http/install/windows/image-uploads.js';
import type { ImageJob, WindowsImage } from '@casement/proto/http/install/windows/images.js';
import { screen, waitFor, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import { makeVersion } from '@/testing/factories/factories.js';
import {
  ISO,
  DRIVERS,
  makeBuildJob,
  makeDrivers,
  makeUpload,
} from '@/testing/factories/image-factories.js';
import { findToast } from '@/testing/render.js';

const VERSION = '00000000-0000-7000-8000-0000000000a1';
const drivers = makeDrivers();
const aJob = (over: Partial<ImageJob> = {}) =>
  makeBuildJob({ windows_version_id: VERSION, ...over });
const anImage = (job: ImageJob | null = null): WindowsImage => ({
  windows_version_id: VERSION,
  name: 'Windows Server 2022',
  slug: 'ws2022',
  state: 'none',
  image: null,
  imported_at: null,
  verified_at: null,
  active_installs: 0,
  job,
});

describe('/admin windows section: image builds', () => {
  const look = async (job: ImageJob | null, ...handlers: RequestHandler[]) => {
    const user = await openAdmin('Windows Versions', [
      ...handlers,
      http.get('/api/admin/windows-versions', () => ok([makeVersion({ id: VERSION })])),
      http.get('/api/admin/windows-images', () => ok([anImage(job)])),
    ]);
    await user.click(
      await (await table()).findByRole('button', { name: 'Image of Windows Server 2022' }),
    );
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Image of Windows Server 2022' }),
    );
    return { user, dialog };
  };
  const building = async (uploads: ImageUpload[], ...handlers: RequestHandler[]) => {
    const sent: unknown[] = [];
    const { user, dialog } = await look(
      null,
      ...handlers,
      http.get('/api/admin/windows-images/uploads', () => ok(uploads)),
      http.get('/api/admin/windows-images/recipes', () =>
        ok([{ name: 'windows-server-2022', title: 'Windows Server 2022', disk_gib: 24 }]),
      ),
      http.post('/api/admin/windows-images/build', async ({ request }) => {
        sent.push(await request.json());
        return ok(aJob({ status: 'queued', step: null, log: [] }));
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Build from ISO' }));
    const form = within(
      await screen.findByRole('dialog', { name: 'Build an Image for Windows Server 2022' }),
    );
    const choose = async (label: string, option: RegExp) =>
      user.selectOptions(
        form.getByLabelText(label),
        await form.findByRole('option', { name: option }),
      );
    return { user, form, sent, choose };
  };

  it('builds from uploads once the license is confirmed', async () => {
    const { user, form, sent, choose } = await building([makeUpload(), drivers]);
    await choose('Installation ISO', /windows\.iso \(5\.0 GiB\), ready/);
    await choose('Drivers', /virtio-win\.iso/);
    await choose('Edition', /Windows Server 2022 Standard, 20348, en-US/);
    await choose('Firmware', /BIOS/);
    await user.click(form.getByRole('button', { name: 'Start Build' }));
    expect(await form.findByText(/Confirm that your licence allows this/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(form.getByRole('checkbox', { name: /My licence allows me/ }));
    await user.click(form.getByRole('button', { name: 'Start Build' }));
    expect(await findToast('Build started')).toBeVisible();
    expect(sent).toEqual([
      {
        windows_version_id: VERSION,
        iso_upload_id: ISO,
        drivers_upload_id: DRIVERS,
        edition: '2',
        firmware: 'bios',
        recipe: '',
        disk_gib: '',
        licensed: true,
      },
    ]);
  });

  it('shows the problem of an upload and deletes it', async () => {
    const failure = {
      code: 'PROGRAM_MISSING',
      message: 'This file requires the program 7zz, which is not installed.',
      cure: 'Install it where the install service runs (Debian package 7zip).',
    };
    const deleted: string[] = [];
    const { user, form, choose } = await building(
      [makeUpload({ status: 'failed', editions: null, failure })],
      http.delete('/api/admin/windows-images/uploads/:id', ({ params }) => {
        deleted.push(String(params['id']));
        return ok(null);
      }),
    );
    await choose('Installation ISO', /unusable/);
    expect(form.getByText(`${failure.message} ${failure.cure}`)).toBeVisible();
    expect(form.getByLabelText('Edition')).toHaveTextContent('Choose an edition');
    await user.click(form.getByRole('button', { name: 'Delete windows.iso' }));
    expect(await findToast('Upload deleted successfully')).toBeVisible();
    expect(deleted).toEqual([ISO]);
  });

  it('explains how to resume an incomplete upload', async () => {
    const { form, choose } = await building([
      makeUpload({ status: 'uploading', received: 2 ** 30, editions: null }),
    ]);
    await choose('Installation ISO', /incomplete/);
    expect(form.getByText(/Choose the same file below to continue/)).toBeVisible();
  });

  describe('file upload', () => {
    const content = new Uint8Array(UPLOAD_PART_BYTES + 3).fill(7);
    const file = () => new File([content], 'windows.iso');
    const hashOf = (part: Uint8Array) => createHash('sha256').update(part);
    const first = hashOf(content.subarray(0, UPLOAD_PART_BYTES)).digest('hex');
    const begun = makeUpload({
      size: content.length,
      status: 'uploading',
      received: UPLOAD_PART_BYTES,
      editions: null,
    });

    beforeAll(() => {
      // jsdom lacks both. Node's `digest` rejects buffers from another realm.
      const digest = (name: string, data: ArrayBuffer | Uint8Array) =>
        webcrypto.subtle.digest(name, Buffer.from(new Uint8Array(data)));
      Object.defineProperty(crypto, 'subtle', { value: { digest }, configurable: true });
      Blob.prototype.arrayBuffer = function (this: Blob) {
        return new Promise((resolve) => {
          const reader = new FileReader();
          reader.onload = () => resolve(reader.result as ArrayBuffer);
          reader.readAsArrayBuffer(this);
        });
      };
    });

    const sending = async (first_part_sha256: string) => {
      const parts: [string, string | null][] = [];
      const completed: unknown[] = [];
      const uploads = [begun];
      const { user, form } = await building(
        uploads,
        http.get(`/api/admin/windows-images/uploads/${ISO}`, () =>
          ok({ ...begun, missing: [{ first: 1, last: 1 }], first_part_sha256 }),
        ),
        http.put(
          `/api/admin/windows-images/uploads/${ISO}/parts/:number`,
          ({ params, request }) => {
            parts.push([String(params['number']), request.headers.get('content-digest')]);
            return ok(null);
          },
        ),
        http.post(`/api/admin/windows-images/uploads/${ISO}/complete`, async ({ request }) => {
          completed.push(await request.json());
          uploads[0] = makeUpload({ size: content.length });
          return ok(uploads[0]);
        }),
      );
      await user.upload(form.getByLabelText('Upload another ISO'), file());
      return { user, form, parts, completed };
    };

    it('uploads the missing parts and selects the file once verified', async () => {
      const { form, parts, completed } = await sending(first);
      await waitFor(() => expect(form.getByLabelText('Installation ISO')).toHaveValue(ISO));
      expect(await form.findByRole('option', { name: /Server 2022 Standard/ })).toBeVisible();
      const last = hashOf(content.subarray(UPLOAD_PART_BYTES));
      const whole = createHash('sha256').update(first, 'hex');
      const hash = last.digest();
      expect(parts).toEqual([['1', `sha-256=:${hash.toString('base64')}:`]]);
      expect(completed).toEqual([{ parts_sha256: whole.update(hash).digest('hex') }]);
    });

    it('is not mixed with another file of the same name and size', async () => {
      const { form, parts, completed } = await sending('f'.repeat(64));
      expect(await form.findByText(/This isn’t the file/)).toBeVisible();
      expect(form.getByText('windows.iso is paused')).toBeVisible();
      expect([parts, completed]).toEqual([[], []]);
    });
  });

  it('shows the empty state without uploads', async () => {
    const { form } = await building([]);
    expect(await form.findAllByRole('option', { name: 'Nothing uploaded yet' })).toHaveLength(2);
  });

  it('shows the server’s error at the field', async () => {
    const message = 'There is no recipe for this edition. Choose one';
    const { user, form, choose } = await building(
      [makeUpload(), drivers],
      http.post('/api/admin/windows-images/build', () =>
        refuse(400, { message, details: [{ path: 'recipe', message }] }),
      ),
    );
    await choose('Installation ISO', /windows\.iso/);
    await choose('Drivers', /virtio/);
    await choose('Edition', /Standard/);
    await user.click(form.getByRole('checkbox'));
    await user.click(form.getByRole('button', { name: 'Start Build' }));
    expect(await form.findByText(message)).toBeVisible();
  });

  it('shows a build’s progress and its log', async () => {
    const { dialog } = await look(aJob());
    expect(dialog.getByRole('progressbar', { name: 'Building the image' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    );
    expect(dialog.getByRole('log', { name: 'Log (UTC)' })).toHaveTextContent(
      '12:00:00 Reading the ISO 12:01:00 Applying the edition',
    );
    expect(dialog.getByRole('button', { name: 'Build from ISO' })).toBeDisabled();
  });
});
