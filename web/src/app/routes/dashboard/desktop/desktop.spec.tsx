import { desktopCloseCode } from '@casement/proto/http/install/desktops/desktops.js';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import type { Closing } from '@/features/desktop/engine/closing.js';
import * as engine from '@/features/desktop/engine/iron.js';
import { reloadPage } from '@/lib/navigation/reload-page.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, openDashboardAt, advanceTime, table } from '@/testing/dashboard.js';
import { makeInstall, makeRdp } from '@/testing/factories/factories.js';
import { back } from '@/testing/render.js';
import { server } from '@/testing/server.js';

jest.mock('@/lib/navigation/reload-page.js', () => ({ reloadPage: jest.fn() }));
jest.mock('@/features/desktop/engine/iron.js', () => ({
  OpeningFailed: class extends Error {
    constructor(readonly closing: unknown) {
      super();
    }
  },
  loadClient: jest.fn(() => Promise.resolve()),
  openDesktop: jest.fn(),
}));
const openDesktop = jest.mocked(engine.openDesktop);

const IP = '198.51.100.7';
/** Scancode of V. */
const V = 0x2f;
const install = makeInstall({ ip: IP, rdp: makeRdp({ account: 'Admin', desktop: true }) });

/** Makes the engine open desktops that the test can end. */
function openingDesktops() {
  const desktops: (jest.Mocked<Omit<engine.Desktop, 'ended'>> & { end: (c: Closing) => void })[] =
    [];
  openDesktop.mockImplementation((_, signal) => {
    let end!: (closing: Closing) => void;
    const ended = new Promise<Closing>((resolve) => (end = resolve));
    const desktop = {
      send: jest.fn(),
      releaseAll: jest.fn(),
      setLocks: jest.fn(),
      resize: jest.fn(),
      copy: jest.fn(),
      close: jest.fn<void, []>(),
    };
    signal.addEventListener('abort', desktop.close);
    desktops.push({ ...desktop, end });
    return Promise.resolve({ ...desktop, ended });
  });
  return desktops;
}

/** Records the install id of each requested ticket. */
function mockTickets(): string[] {
  const requests: string[] = [];
  server.use(
    http.post('/api/user/install/:id/desktop', ({ params }) => {
      requests.push(String(params.id));
      return ok({
        ticket: `ticket-${requests.length}`,
        expires_at: '2026-11-21T07:12:30.000Z',
        url: '/api/desktop',
        host: IP,
        port: 22,
        account: 'Admin',
      });
    }),
  );
  return requests;
}

const mockInstall = (of = install) =>
  server.use(
    http.get('/api/user/install-history', () => page([of])),
    http.get('/api/user/install/:id', () => ok(of)),
  );

const openView = async (opening = openDashboard()) => {
  mockInstall();
  const user = await opening;
  await goTo(user, 'Install History');
  const name = `Open in browser: the desktop of ${IP}`;
  await user.click((await table()).getByRole('button', { name }));
  const view = within(await screen.findByRole('dialog', { name: `Desktop of ${IP}` }));
  await view.findByLabelText('RDP password');
  return { user, view };
};

const connect = async (opening?: ReturnType<typeof openDashboard>) => {
  const tickets = mockTickets();
  const desktops = openingDesktops();
  const { user, view } = await openView(opening);
  await user.type(view.getByLabelText('RDP password'), 'Secret 1');
  await user.click(view.getByRole('button', { name: 'Connect' }));
  const canvas = await view.findByRole('application', { name: 'Windows desktop' });
  await waitFor(() => expect(canvas).toHaveFocus());
  return { user, view, canvas, tickets, desktops };
};

const end = (desktop: { end: (closing: Closing) => void } | undefined, closing: Closing) =>
  act(async () => {
    desktop!.end(closing);
    await Promise.resolve();
  });

describe('/dashboard Open in browser', () => {
  beforeEach(() => openDesktop.mockReset());

  it.each([
    ['the password was never accepted', makeRdp({ desktop: false })],
    ['nothing was verified', null],
  ])('is hidden if %s', async (_, rdp) => {
    mockInstall(makeInstall({ ip: IP, rdp }));
    const user = await openDashboard();
    await goTo(user, 'Install History');
    await user.click((await table()).getByRole('button', { name: `Connect to ${IP}` }));
    await screen.findByRole('dialog', { name: `Connect to ${IP}` });
    expect(screen.queryByText('Open in browser')).not.toBeInTheDocument();
  });

  it('is also offered in the Connect dialog', async () => {
    mockInstall();
    const user = await openDashboard();
    await goTo(user, 'Install History');
    await user.click((await table()).getByRole('button', { name: `Connect to ${IP}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Connect to ${IP}` }));
    await user.click(dialog.getByRole('button', { name: 'Open in browser' }));
    expect(await screen.findByRole('dialog', { name: `Desktop of ${IP}` })).toBeVisible();
  });

  describe('connection form', () => {
    it('names the account and explains what the relay can and cannot see', async () => {
      const tickets = mockTickets();
      const { view } = await openView();
      expect(view.getByLabelText('Account')).toHaveValue('Admin');
      expect(view.getByLabelText('RDP password')).toHaveFocus();
      expect(
        view.getByText(/our relay unencrypted in memory.*password is encrypted for Windows/),
      ).toBeVisible();
      expect(view.getByRole('switch', { name: 'Share clipboard' })).not.toBeChecked();
      expect(tickets).toEqual([]);
    });

    it('requires account and password', async () => {
      const tickets = mockTickets();
      const { user, view } = await openView();
      await user.clear(view.getByLabelText('Account'));
      await user.click(view.getByRole('button', { name: 'Connect' }));
      expect(view.getByText('Account is required')).toBeVisible();
      expect(view.getByText('RDP password is required')).toBeVisible();
      expect(tickets).toEqual([]);
    });

    it('fetches the stored password only on request', async () => {
      const stored = jest.fn(() => ok({ passwd_rdp: 'Stored 1' }));
      server.use(http.get('/api/user/install/:id/rdp-password', stored));
      const { user, view } = await openView();
      expect(stored).not.toHaveBeenCalled();
      await user.click(view.getByRole('button', { name: 'Use the stored password' }));
      await waitFor(() => expect(view.getByLabelText('RDP password')).toHaveValue('Stored 1'));
    });

    it('shows why a ticket was refused', async () => {
      server.use(
        http.post('/api/user/install/:id/desktop', () =>
          refuse(409, { code: 'DESKTOP_LIMIT', message: 'Three desktops are open.' }),
        ),
      );
      const { user, view } = await openView();
      await user.type(view.getByLabelText('RDP password'), 'Secret 1');
      await user.click(view.getByRole('button', { name: 'Connect' }));
      expect(await view.findByRole('alert')).toHaveTextContent('Three desktops are open.');
      expect(openDesktop).not.toHaveBeenCalled();
    });

    it('reports a browser without WebAssembly', async () => {
      const { WebAssembly: known } = globalThis;
      Object.assign(globalThis, { WebAssembly: undefined });
      try {
        mockInstall();
        const user = await openDashboard();
        await goTo(user, 'Install History');
        const name = `Open in browser: the desktop of ${IP}`;
        await user.click((await table()).getByRole('button', { name }));
        expect(await screen.findByText('This browser can’t show the desktop')).toBeVisible();
        expect(screen.queryByLabelText('RDP password')).not.toBeInTheDocument();
      } finally {
        Object.assign(globalThis, { WebAssembly: known });
      }
    });
  });

  describe('desktop sign-in', () => {
    it('uses a ticket of this install, this host’s WebSocket and no clipboard', async () => {
      const { tickets } = await connect();
      expect(tickets).toEqual([install.id]);
      const [options] = openDesktop.mock.calls[0]!;
      expect(options).toMatchObject({
        url: 'ws://localhost/api/desktop',
        ticket: 'ticket-1',
        destination: `${IP}:22`,
        account: 'Admin',
        password: 'Secret 1',
      });
      expect(options).not.toHaveProperty('onCopied');
    });

    it('returns to the form after a wrong password without a second attempt', async () => {
      const tickets = mockTickets();
      openDesktop.mockRejectedValue(new engine.OpeningFailed({ code: 4001, failure: 1 }));
      const { user, view } = await openView();
      await user.type(view.getByLabelText('RDP password'), 'Secret 2');
      await user.click(view.getByRole('button', { name: 'Connect' }));
      expect(await view.findByRole('alert')).toHaveTextContent('Wrong account or password.');
      expect(view.getByLabelText('RDP password')).toBeInvalid();
      expect(tickets).toHaveLength(1);
    });

    it('can be cancelled', async () => {
      mockTickets();
      openDesktop.mockReturnValue(new Promise(() => undefined));
      const { user, view } = await openView();
      await user.type(view.getByLabelText('RDP password'), 'Secret 2');
      await user.click(view.getByRole('button', { name: 'Connect' }));
      await user.click(await view.findByRole('button', { name: 'Cancel' }));
      expect(openDesktop.mock.calls[0]?.[1].aborted ?? true).toBe(true);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  describe('desktop keyboard', () => {
    it('sends all keys to Windows, including Tab and Escape', async () => {
      const { user, canvas, desktops } = await connect();
      await user.keyboard('{Tab}{Escape}');
      expect(canvas).toHaveFocus();
      const keys = desktops[0]!.send.mock.calls.flatMap(([inputs]) => inputs);
      expect(keys).toEqual([
        { type: 'key', scancode: 0x0f, down: true },
        { type: 'key', scancode: 0x0f, down: false },
        { type: 'key', scancode: 0x01, down: true },
        { type: 'key', scancode: 0x01, down: false },
      ]);
    });

    it('returns to the page with Control, Alt and Shift, also with a hidden toolbar', async () => {
      const { user, view, canvas, desktops } = await connect();
      await user.click(view.getByRole('button', { name: 'Hide toolbar' }));
      expect(canvas).toHaveFocus();
      await user.keyboard('{Control>}{Alt>}{Shift>}');
      await waitFor(() =>
        expect(view.getByRole('button', { name: 'Back to the desktop' })).toHaveFocus(),
      );
      expect(desktops[0]!.releaseAll).toHaveBeenCalled();
      expect(
        view.getByText('You are in the toolbar. Keys no longer go to Windows.'),
      ).toBeInTheDocument();
      await user.keyboard('{/Control}{/Alt}{/Shift}{Enter}');
      expect(canvas).toHaveFocus();
    });

    it('describes the escape shortcut to screen readers', async () => {
      const { canvas } = await connect();
      expect(canvas).toHaveAccessibleDescription(/Press Control, Alt and Shift together/);
    });

    it('sends key combinations that the browser would handle', async () => {
      const { user, view, desktops } = await connect();
      await user.click(view.getByRole('button', { name: 'Ctrl+Alt+Del' }));
      await user.click(view.getByRole('button', { name: 'Windows key' }));
      const downs = desktops[0]!.send.mock.calls
        .flatMap(([inputs]) => inputs)
        .flatMap((input) => (input.type === 'key' && input.down ? [input.scancode] : []));
      expect(downs).toEqual([0x1d, 0x38, 0xe053, 0xe05b]);
    });

    it('syncs the Caps Lock state to Windows instead of pressing the key', async () => {
      const { canvas, desktops } = await connect();
      fireEvent.keyDown(canvas, { code: 'CapsLock', key: 'CapsLock', modifierCapsLock: true });
      expect(desktops[0]!.setLocks).toHaveBeenLastCalledWith({
        scroll: false,
        num: false,
        caps: true,
        kana: false,
      });
      expect(desktops[0]!.send).not.toHaveBeenCalled();
    });
  });

  describe('desktop clipboard', () => {
    it('is shared by a new connection only after the user agrees', async () => {
      const { user, view, tickets, desktops } = await connect();
      await user.click(view.getByRole('button', { name: 'Share clipboard (reconnects)' }));
      await waitFor(() => expect(openDesktop).toHaveBeenCalledTimes(2));
      expect(tickets).toHaveLength(2);
      expect(desktops[0]!.close).toHaveBeenCalled();
      expect(openDesktop.mock.calls[1]![0].onCopied).toBeInstanceOf(Function);
    });

    it('receives copies from Windows and sends the pasted text before the key', async () => {
      const { user, view, canvas, desktops } = await connect();
      await user.click(view.getByRole('button', { name: 'Share clipboard (reconnects)' }));
      await waitFor(() => expect(desktops).toHaveLength(2));
      await waitFor(() => expect(canvas).toHaveFocus());
      await act(async () => {
        openDesktop.mock.calls[1]![0].onCopied!('from Windows');
        await Promise.resolve();
      });
      expect(await navigator.clipboard.readText()).toBe('from Windows');

      fireEvent.keyDown(canvas, { code: 'KeyV', key: 'v', ctrlKey: true });
      expect(desktops[1]!.send).not.toHaveBeenCalled();
      fireEvent.paste(canvas, { clipboardData: { getData: () => 'to Windows' } });
      expect(desktops[1]!.copy).toHaveBeenCalledWith('to Windows');
      await waitFor(() => expect(desktops[1]!.send).toHaveBeenCalled());
    });

    it('pastes even if the key is released before Windows has received the text', async () => {
      const { user, view, canvas, desktops } = await connect();
      await user.click(view.getByRole('button', { name: 'Share clipboard (reconnects)' }));
      await waitFor(() => expect(desktops).toHaveLength(2));
      await waitFor(() => expect(canvas).toHaveFocus());
      const { send, releaseAll } = desktops[1]!;
      const announced: string[] = [];
      send.mockImplementation((inputs) => {
        for (const input of inputs)
          if (input.type === 'key')
            announced.push(
              `${input.scancode === V ? 'V' : 'Control'} ${input.down ? 'down' : 'up'}`,
            );
      });
      releaseAll.mockImplementation(() => void announced.push('all up'));
      const press = () => {
        fireEvent.keyDown(canvas, { code: 'ControlLeft', key: 'Control', ctrlKey: true });
        fireEvent.keyDown(canvas, { code: 'KeyV', key: 'v', ctrlKey: true });
        fireEvent.paste(canvas, { clipboardData: { getData: () => `text ${announced.length}` } });
        fireEvent.keyUp(canvas, { code: 'KeyV', key: 'v', ctrlKey: true });
        fireEvent.keyUp(canvas, { code: 'ControlLeft', key: 'Control' });
      };
      const pasted = ['Control down', 'V down', 'V up', 'Control up'];
      press();
      expect(announced).toEqual(['Control down']);
      await waitFor(() => expect(announced).toEqual(pasted));

      // A focus change in the meantime must not leave a key pressed either.
      announced.length = 0;
      press();
      act(() => canvas.blur());
      expect(announced).toEqual([...pasted, 'all up']);
    });

    it('is not accessed without consent', async () => {
      const { canvas, desktops } = await connect();
      fireEvent.keyDown(canvas, { code: 'KeyV', key: 'v', ctrlKey: true });
      fireEvent.paste(canvas, { clipboardData: { getData: () => 'to Windows' } });
      expect(desktops[0]!.copy).not.toHaveBeenCalled();
      expect(desktops[0]!.send).toHaveBeenCalledTimes(1);
    });
  });

  describe('end of a desktop session', () => {
    it('stopped relay: reconnects to the same desktop with a new ticket', async () => {
      const { view, canvas, tickets, desktops } = await connect(
        openDashboardAt(new Date('2026-11-21T07:12:00.000Z')),
      );
      await end(desktops[0], { code: desktopCloseCode('relay_stopped') });
      expect(await view.findByText('Reconnecting, attempt 1 of 3…')).toBeVisible();
      expect(view.getByText('Casement is being updated')).toBeVisible();
      await advanceTime(700);
      await waitFor(() => expect(canvas).toHaveFocus());
      expect(tickets).toHaveLength(2);
      expect(openDesktop.mock.calls[1]![0]).toMatchObject({
        ticket: 'ticket-2',
        password: 'Secret 1',
      });
    });

    it('network loss: retries three times, then offers a button', async () => {
      const { user, view, tickets, desktops } = await connect(
        openDashboardAt(new Date('2026-11-21T07:12:00.000Z')),
      );
      openDesktop.mockRejectedValue(new engine.OpeningFailed({ code: 1006 }));
      await end(desktops[0], { code: 1006 });
      for (const wait of [700, 4_000, 11_000]) await advanceTime(wait);
      expect(await view.findByRole('alert')).toHaveTextContent(
        'The connection was lost' + 'Your programs in Windows keep running.',
      );
      expect(tickets).toHaveLength(4);
      openingDesktops();
      await user.click(view.getByRole('button', { name: 'Connect again' }));
      await waitFor(() => expect(tickets).toHaveLength(5));
    });

    it('ended by an administrator: shows it and does not retry', async () => {
      const { view, tickets, desktops } = await connect();
      await end(desktops[0], { code: desktopCloseCode('ended_by_administrator') });
      expect(await view.findByRole('alert')).toHaveTextContent(
        'An administrator ended this session',
      );
      expect(view.getByRole('button', { name: 'Connect again' })).toHaveFocus();
      expect(tickets).toHaveLength(1);
    });

    it('client crash: shows it and offers to reload the page', async () => {
      const { user, view, tickets, desktops } = await connect();
      await end(desktops[0], { code: null, crashed: true });
      expect(await view.findByRole('alert')).toHaveTextContent('The desktop view crashed');
      expect(view.queryByRole('button', { name: 'Connect again' })).not.toBeInTheDocument();
      await user.click(view.getByRole('button', { name: 'Reload page' }));
      expect(reloadPage).toHaveBeenCalled();
      expect(tickets).toHaveLength(1);
    });

    it('changed certificate: offers no second attempt', async () => {
      mockTickets();
      openDesktop.mockRejectedValue(
        new engine.OpeningFailed({ code: desktopCloseCode('certificate_changed') }),
      );
      const { user, view } = await openView();
      await user.type(view.getByLabelText('RDP password'), 'Secret 2');
      await user.click(view.getByRole('button', { name: 'Connect' }));
      expect(await view.findByText('The Windows certificate has changed')).toBeVisible();
      expect(view.queryByRole('button', { name: 'Connect again' })).not.toBeInTheDocument();
    });
  });

  describe('leaving the desktop', () => {
    const unload = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };

    it('triggers the browser’s leave warning only while the desktop is open', async () => {
      const { view } = await openView();
      expect(unload()).toBe(false);
      mockTickets();
      openingDesktops();
      fireEvent.change(view.getByLabelText('RDP password'), { target: { value: 'Secret 1' } });
      fireEvent.click(view.getByRole('button', { name: 'Connect' }));
      await view.findByRole('application');
      await waitFor(() => expect(unload()).toBe(true));
    });

    it('Back asks for confirmation and keeps the desktop open', async () => {
      const { user, view, desktops } = await connect();
      back();
      const question = within(
        await screen.findByRole('dialog', { name: 'Disconnect from Windows?' }),
      );
      expect(desktops[0]!.close).not.toHaveBeenCalled();
      await user.click(question.getByRole('button', { name: 'Stay' }));
      await waitFor(() =>
        expect(screen.queryByText('Disconnect from Windows?')).not.toBeInTheDocument(),
      );
      expect(view.getByText('Connected', { selector: '.desktop-state *' })).toBeVisible();

      back();
      await user.click(
        within(await screen.findByRole('dialog', { name: 'Disconnect from Windows?' })).getByRole(
          'button',
          { name: 'Disconnect' },
        ),
      );
      expect(desktops[0]!.close).toHaveBeenCalled();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });

    it('Disconnect closes the connection and restores the history entry', async () => {
      const { user, view, desktops } = await connect();
      await user.click(view.getByRole('button', { name: 'Disconnect' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(desktops[0]!.close).toHaveBeenCalled();
      expect(unload()).toBe(false);
    });
  });
});
