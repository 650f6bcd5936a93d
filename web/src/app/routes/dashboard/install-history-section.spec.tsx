import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { page, refuse } from '../../../testing/answers.js';
import { goTo, openDashboard, table } from '../../../testing/dashboard.js';
import { makeInstall, makeProgress, makeWriting } from '../../../testing/factories.js';
import { findToast } from '../../../testing/render.js';
import { server } from '../../../testing/server.js';

const open = async (...installs: ReturnType<typeof makeInstall>[]) => {
  server.use(
    http.get('/api/user/install-history', ({ request }) => {
      const n = Number(new URL(request.url).searchParams.get('page'));
      return page(n === 1 ? installs : [makeInstall({ ip: '192.0.2.200' })], {
        page: n,
        total: installs.length > 14 ? 26 : installs.length,
      });
    }),
  );
  const user = await openDashboard();
  await goTo(user, 'Install History');
  return user;
};

const failed = makeInstall({
  ip: '192.0.2.77',
  status: 'failed',
  quota: 'returned',
  progress: makeProgress({ phase: 'connecting' }),
  failure: {
    code: 'SSH_AUTH_FAILED',
    message: 'The root password was not accepted.',
    cure: 'Check the password and try again.',
  },
});

describe('/dashboard, install-history section', () => {
  it('§4 shows every status by its word', async () => {
    await open(
      makeWriting(),
      makeInstall({ status: 'preparing', progress: makeProgress({ phase: 'preparing' }) }),
      makeInstall({ status: 'pending' }),
      makeInstall({ status: 'manual_review' }),
      makeInstall(),
      failed,
    );
    const rows = await table();
    for (const word of ['Running', 'Pending', 'Manual review', 'Completed', 'Failed']) {
      expect(rows.getByText(word)).toBeVisible();
    }
    expect(rows.getAllByText('Preparing')[0]).toBeVisible();
    expect(rows.getByText('63 %')).toBeVisible();
    expect(rows.getByText('In the queue')).toBeVisible();
    expect(rows.getByText('10 min')).toBeVisible();
    expect(rows.getAllByText('21 Nov 2026, 14:02')[0]).toBeVisible();
  });

  it('§4 offers Connect on completed, Report on failed and manual review', async () => {
    const review = makeInstall({ ip: '198.51.100.63', status: 'manual_review' });
    const done = makeInstall({ ip: '198.51.100.7' });
    await open(makeWriting(), done, failed, review);
    const rows = await table();
    expect(rows.getAllByRole('button', { name: /^Connect/ })).toHaveLength(1);
    const links = await rows.findAllByRole('link', { name: /^Report/ });
    expect(links).toHaveLength(2);
    const url = new URL(links[0].getAttribute('href')!);
    expect(url.href).toMatch(/^https:\/\/t\.me\/casement_support\?/);
    expect(url.searchParams.get('text')).toContain(failed.id);
    expect(url.searchParams.get('text')).toContain(failed.ip);
    expect(links[0]).toHaveAttribute('target', '_blank');
  });

  it('says what happened, what to do and what became of the quota', async () => {
    const user = await open(failed);
    const rows = await table();
    expect(rows.getByText('The root password was not accepted. Quota released.')).toBeVisible();
    await user.click(rows.getByRole('button', { name: 'Details of 192.0.2.77' }));
    const dialog = within(await screen.findByRole('dialog', { name: '192.0.2.77' }));
    expect(dialog.getByText(/Check the password and try again/)).toBeVisible();
    expect(dialog.getByText('released')).toBeVisible();
    expect(dialog.getByText(failed.id)).toBeVisible();
    const panes = dialog.getByRole('progressbar').querySelectorAll('[data-state]');
    expect(panes[0]).toHaveAttribute('data-state', 'bad');
  });

  it('§2 pages by 15', async () => {
    const user = await open(...Array.from({ length: 15 }, () => makeInstall()));
    expect(await screen.findByText('Showing 1 to 15 of 26 entries')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Showing 16 to 26 of 26 entries')).toBeVisible();
    expect((await table()).getByText('192.0.2.200')).toBeVisible();
  });

  it('§2 leads back from a page that failed to load', async () => {
    const user = await open(...Array.from({ length: 15 }, () => makeInstall({ ip: '192.0.2.1' })));
    await screen.findByText('Showing 1 to 15 of 26 entries');
    server.use(http.get('/api/user/install-history', () => refuse(503)));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect((await table()).getAllByText('192.0.2.1')[0]).toBeVisible();
  });

  it('leads a newcomer to the form', async () => {
    const user = await open();
    expect(await screen.findByText('No installs yet')).toBeVisible();
    await user.click(
      within(screen.getByRole('main')).getAllByRole('button', { name: 'Install Windows' })[0],
    );
    expect(await screen.findByLabelText('VPS IP address')).toBeVisible();
  });

  it('§8 tells a failed load', async () => {
    server.use(http.get('/api/user/install-history', () => refuse(503)));
    const user = await openDashboard();
    await user.click(
      within(screen.getByRole('complementary')).getByRole('button', { name: 'Install History' }),
    );
    expect(await findToast('Failed to load data')).toHaveTextContent(
      'Please try refreshing the page.',
    );
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
  });

  describe('RDP connect', () => {
    const connect = async (overrides = {}) => {
      const user = await open(makeInstall({ ip: '198.51.100.7', ...overrides }));
      await user.click((await table()).getByRole('button', { name: 'Connect to 198.51.100.7' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Connect to 198.51.100.7' }));
      return { user, dialog };
    };

    it('§9 shows address with port 22, user Administrator and, asked for, the password', async () => {
      const { user, dialog } = await connect();
      expect(dialog.getByText('198.51.100.7:22')).toBeVisible();
      expect(dialog.getByText('Administrator')).toBeVisible();
      expect(dialog.getByText(/advise against 3389/)).toBeVisible();
      expect(dialog.getByText(/“Caution: Unknown remote connection”/)).toBeVisible();
      expect(dialog.queryByText('Sunrise9!')).not.toBeInTheDocument();
      await user.click(dialog.getByRole('button', { name: 'Show password' }));
      expect(dialog.getByText('Sunrise9!')).toBeVisible();
    });

    it('copies, and says so', async () => {
      const { user, dialog } = await connect();
      await user.click(dialog.getByRole('button', { name: 'Copy Password' }));
      expect(await navigator.clipboard.readText()).toBe('Sunrise9!');
      expect(dialog.getByText('Password copied')).toBeInTheDocument();
    });

    it('§8 tells a failed copy', async () => {
      const { user, dialog } = await connect();
      jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
      await user.click(dialog.getByRole('button', { name: 'Copy Address' }));
      expect(await findToast('Copy failed')).toBeVisible();
    });

    it('§9 downloads a file named after the ip', async () => {
      const files: Blob[] = [];
      URL.createObjectURL = (blob: Blob) => {
        files.push(blob);
        return 'blob:rdp';
      };
      URL.revokeObjectURL = () => undefined;
      let name = '';
      jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
        this: HTMLAnchorElement,
      ) {
        name = this.download;
      });
      const { user, dialog } = await connect();
      await user.click(dialog.getByRole('button', { name: 'Download 198.51.100.7.rdp' }));
      expect(name).toBe('198.51.100.7.rdp');
      const text = await new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.readAsText(files[0]);
      });
      expect(text).toContain('full address:s:198.51.100.7:22\r\n');
      expect(text).toContain('username:s:Administrator\r\n');
      expect(text).toContain('enablecredsspsupport:i:1\r\n');
      expect(text).toContain('autoreconnection enabled:i:1\r\n');
      expect(text).not.toContain('Sunrise9!');
    });
  });
});
