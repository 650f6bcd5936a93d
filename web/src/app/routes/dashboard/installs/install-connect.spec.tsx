import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, openDashboardAt, advanceTime, table } from '@/testing/dashboard.js';
import { makeInstall, makeRdp } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const IP = '198.51.100.7';
const PROVEN = '2026-11-21T07:12:00.000Z';

const connect = async (
  overrides: Partial<ReturnType<typeof makeInstall>> = {},
  opening = openDashboard(),
) => {
  const install = makeInstall({ ip: IP, ...overrides });
  server.use(http.get('/api/user/install-history', () => page([install])));
  const user = await opening;
  await goTo(user, 'Install History');
  await user.click((await table()).getByRole('button', { name: /^Connect to 198/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Connect to 198/ }));
  return { user, dialog, install };
};

/** Sets the user agent and touch points of the browser. */
const on = (userAgent: string, maxTouchPoints = 0) => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  Object.defineProperty(navigator, 'maxTouchPoints', { value: maxTouchPoints, configurable: true });
};
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

describe('/dashboard Connect dialog', () => {
  describe('connection proof', () => {
    it('shows when the password was accepted and updates the age', async () => {
      const { dialog } = await connect(
        { rdp: makeRdp({ proven_at: PROVEN }) },
        openDashboardAt(new Date('2026-11-21T07:12:11.500Z')),
      );
      const ago = () => dialog.getByText(/^Checked .* ago/).textContent;
      await advanceTime(1_000);
      expect(ago()).toBe('Checked 12 s ago, without opening a session.');
      await advanceTime(5_000);
      expect(ago()).toBe('Checked 17 s ago, without opening a session.');
      await advanceTime(180_000);
      expect(ago()).toBe('Checked 3 minutes ago, without opening a session.');
      expect(dialog.getByText(/^Your RDP password works/)).toBeVisible();
      expect(
        dialog.getByText('Windows Server 2022, verified 21 Nov 2026, 14:12 WIB'),
      ).toBeVisible();
      // Windows renews its certificate from time to time, so the owner can verify the new one.
      expect(dialog.getByRole('button', { name: 'Check again' })).toBeVisible();
    });

    it('claims only reachability after a bare handshake', async () => {
      const rdp = makeRdp({ proof: 'handshake', certificate_sha256: null });
      const { dialog } = await connect(
        { rdp },
        openDashboardAt(new Date('2026-11-21T07:14:00.000Z')),
      );
      expect(dialog.getByText('Remote desktop responded 2 minutes ago.')).toBeVisible();
      expect(dialog.queryByText(/Your RDP password works/)).not.toBeInTheDocument();
      expect(dialog.queryByText('Certificate')).not.toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Check again' })).toBeVisible();
    });

    it('shows that nothing was verified', async () => {
      const { dialog } = await connect({ rdp: null });
      expect(dialog.getByText('Your RDP password hasn’t been checked yet.')).toBeVisible();
      expect(
        dialog.getByText('Windows Server 2022, completed 21 Nov 2026, 14:12 WIB'),
      ).toBeVisible();
      expect(dialog.getByText(`${IP}:22`)).toBeVisible();
      expect(dialog.getByText('Administrator')).toBeVisible();
    });

    it('shows and copies the certificate’s fingerprint', async () => {
      const { user, dialog } = await connect({ rdp: makeRdp({ certificate_sha256: 'ab12cd34' }) });
      expect(dialog.getByText('ab:12:cd:34')).not.toBeVisible();
      await user.click(dialog.getByText('Security'));
      expect(dialog.getByText('ab:12:cd:34')).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Copy Certificate' }));
      expect(await navigator.clipboard.readText()).toBe('ab:12:cd:34');
    });

    it('uses the verified account and port, also in the RDP file', async () => {
      const files: Blob[] = [];
      URL.createObjectURL = (blob: Blob) => {
        files.push(blob);
        return 'blob:rdp';
      };
      URL.revokeObjectURL = () => undefined;
      jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
      const { user, dialog } = await connect({
        rdp: makeRdp({ account: 'Verwalter\r\nredirectdrives:i:1', port: 2222 }),
      });
      // In the title and as the address to copy.
      expect(dialog.getAllByText(`${IP}:2222`)).toHaveLength(2);
      await user.click(dialog.getByRole('button', { name: `Download ${IP}-2222.rdp` }));
      const text = await new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result as string);
        reader.readAsText(files[0]!);
      });
      expect(text).toContain(`full address:s:${IP}:2222\r\n`);
      // An account name with line breaks must not add a line to the file.
      expect(text).toContain('username:s:Verwalterredirectdrives:i:1\r\n');
    });
  });

  describe('Check again', () => {
    const open = async () => {
      const { user, dialog, install } = await connect({ rdp: null });
      await user.click(dialog.getByRole('button', { name: 'Check again' }));
      const submit = () => user.click(dialog.getByRole('button', { name: 'Check password' }));
      return { user, dialog, install, submit };
    };

    it('checks the password entered by the owner and shows the result', async () => {
      const sent: unknown[] = [];
      const { user, dialog, install, submit } = await open();
      server.use(
        http.post(`/api/user/install/${install.id}/rdp-check`, async ({ request }) => {
          sent.push(await request.json());
          const rdp = makeRdp({ proven_at: new Date().toISOString() });
          return ok({ code: 'RDP_PASSWORD_ACCEPTED', message: 'm', cure: null, rdp });
        }),
      );
      await submit();
      expect(await dialog.findByText('RDP password is required')).toBeVisible();
      expect(sent).toEqual([]);
      await user.type(dialog.getByLabelText('RDP password'), 'Sunrise9!');
      await submit();
      expect(await dialog.findByText(/^Checked \d+ s ago/)).toBeVisible();
      expect(sent).toEqual([{ password: 'Sunrise9!' }]);
      await user.click(dialog.getByText('Security'));
      expect(dialog.getByText('Certificate')).toBeVisible();
    });

    it('shows why the password was not accepted and the remedy', async () => {
      const { user, dialog, install, submit } = await open();
      server.use(
        http.post(`/api/user/install/${install.id}/rdp-check`, () =>
          ok({
            code: 'RDP_PASSWORD_REFUSED',
            message: 'Windows did not accept the password.',
            cure: 'Type the one that you chose.',
            rdp: makeRdp(),
          }),
        ),
      );
      await user.type(dialog.getByLabelText('RDP password'), 'wrong{Enter}');
      expect(await dialog.findByRole('alert')).toHaveTextContent(
        'Windows did not accept the password. Type the one that you chose.',
      );
      expect(dialog.getByLabelText('RDP password')).toHaveValue('');
      await submit();
      expect(await dialog.findByText('RDP password is required')).toBeVisible();
    });

    it('§8 shows a check that could not run', async () => {
      const { user, dialog, install } = await open();
      server.use(
        http.post(`/api/user/install/${install.id}/rdp-check`, () =>
          refuse(429, { message: 'Too many tries. Please wait.' }),
        ),
      );
      await user.type(dialog.getByLabelText('RDP password'), 'Sunrise9!{Enter}');
      expect(await findToast('Check failed')).toHaveTextContent('Too many tries. Please wait.');
    });

    it('is also offered for an install in review', async () => {
      const review = makeInstall({ ip: IP, status: 'manual_review' });
      server.use(http.get('/api/user/install-history', () => page([review])));
      const user = await openDashboard();
      await goTo(user, 'Install History');
      await user.click((await table()).getByRole('button', { name: `Details of ${IP}` }));
      const dialog = within(await screen.findByRole('dialog', { name: IP }));
      await user.click(dialog.getByRole('button', { name: 'Check again' }));
      expect(dialog.getByLabelText('RDP password')).toHaveFocus();
    });
  });

  describe('connection instructions', () => {
    const platforms = (dialog: Awaited<ReturnType<typeof connect>>['dialog']) =>
      within(dialog.getByRole('group', { name: 'How to connect' })).getAllByRole('button');

    it.each([
      ['Windows', WINDOWS, 0, `mstsc /v:${IP}:22`],
      ['macOS', MAC, 0, 'Mac App Store'],
      ['iPhone, iPad', MAC, 5, 'from the App Store'],
      ['iPhone, iPad', IPHONE, 5, 'from the App Store'],
      ['Android', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'Google Play'],
      ['Linux', 'Mozilla/5.0 (X11; Linux x86_64)', 0, `xfreerdp /v:${IP}:22 /u:Administrator`],
    ])('preselects the reader’s platform: %s', async (name, userAgent, touch, text) => {
      on(userAgent, touch);
      const { dialog } = await connect();
      const [first, ...others] = platforms(dialog);
      expect(first).toHaveTextContent(name);
      expect(first).toHaveAttribute('aria-pressed', 'true');
      expect(others).toHaveLength(4);
      expect(dialog.getByText(text, { exact: false })).toBeVisible();
    });

    it('copies the commands', async () => {
      on(WINDOWS);
      const { user, dialog } = await connect();
      await user.click(dialog.getByRole('button', { name: 'Copy Command' }));
      expect(await navigator.clipboard.readText()).toBe(`mstsc /v:${IP}:22`);
      await user.click(dialog.getByRole('button', { name: 'Linux' }));
      await user.click(dialog.getByRole('button', { name: 'Copy Command' }));
      expect(await navigator.clipboard.readText()).toBe(`xfreerdp /v:${IP}:22 /u:Administrator`);
    });

    it('quotes an unusual account name in a command', async () => {
      on('Mozilla/5.0 (X11; Linux x86_64)');
      const { dialog } = await connect({ rdp: makeRdp({ account: "o'brien; reboot" }) });
      expect(dialog.getByText(`xfreerdp /v:${IP}:22 /u:'o'\\''brien; reboot'`)).toBeVisible();
    });

    it('has a QR code for phones and a link for a reader on a phone', async () => {
      on(WINDOWS);
      const { user, dialog } = await connect();
      await user.click(dialog.getByRole('button', { name: 'Android' }));
      expect(
        await dialog.findByRole('img', { name: `QR code that opens ${IP}:22 in Windows App` }),
      ).toBeVisible();
      expect(dialog.queryByRole('link', { name: 'Open in Windows App' })).not.toBeInTheDocument();
    });

    it('opens Windows App on a phone', async () => {
      on(IPHONE, 5);
      const { dialog } = await connect();
      expect(dialog.getByRole('link', { name: 'Open in Windows App' })).toHaveAttribute(
        'href',
        `rdp://full%20address=s:${IP}:22&username=s:Administrator`,
      );
      expect(dialog.queryByRole('img', { name: /^QR code/ })).not.toBeInTheDocument();
    });

    it.each([
      ['a computer', WINDOWS, 0, ['Download', 'Open in browser', 'Copy Address']],
      [
        'a phone',
        IPHONE,
        5,
        ['Open in Windows App', 'Download', 'Open in browser', 'Copy Address'],
      ],
    ])(
      'starts with the action for %s, then credentials and steps',
      async (_, agent, points, order) => {
        on(agent, points);
        const { dialog } = await connect({ rdp: makeRdp({ desktop: true }) });
        const name = (control: HTMLElement) =>
          control.getAttribute('aria-label') ?? control.textContent;
        const shown = [...dialog.queryAllByRole('link'), ...dialog.getAllByRole('button')]
          .sort((a, b) =>
            a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
          )
          .map(name);
        const first = shown.findIndex((text) => text?.startsWith(order[0]!));
        expect(shown.slice(first, first + order.length)).toEqual(
          order.map((text) => expect.stringMatching(`^${text}`) as string),
        );
        expect(shown.indexOf('Windows')).toBeGreaterThan(shown.indexOf('Copy Address'));
      },
    );

    it('shows the remedy for a port closed by a firewall', async () => {
      const { user, dialog } = await connect();
      await user.click(dialog.getByText('Can’t connect?'));
      expect(dialog.getByText(`Test-NetConnection ${IP} -Port 22`)).toBeVisible();
      expect(dialog.getByText(`nc -vz ${IP} 22`)).toBeVisible();
      expect(dialog.getByText(/allow incoming TCP 22 in your provider’s firewall/)).toBeVisible();
    });
  });

  it('closes on Escape and restores the focus', async () => {
    const { user } = await connect();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect((await table()).getByRole('button', { name: `Connect to ${IP}` })).toHaveFocus();
  });
});
