import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { makeCheck, makeInstall, makeScript } from '@/testing/factories/factories.js';
import { confirmErasing, eraseDialog, fillInCheck, pressInstall } from '@/testing/install.js';
import { server } from '@/testing/server.js';

const TITLE = 'Advanced: Windows settings';
const OFFER = '/api/user/install-options';

const open = async (offer: object = { your_address: '198.51.100.9', can_limit_networks: true }) => {
  server.use(
    http.get(OFFER, () => ok(offer)),
    http.post('/api/user/install/check', () => ok(makeCheck())),
  );
  const user = await openDashboard();
  await goTo(user, 'Install Windows');
  await fillInCheck(user);
  await user.type(screen.getByLabelText('RDP password'), 'Sunrise9! over Java');
  return user;
};
const unfold = async (user: Awaited<ReturnType<typeof open>>) => {
  await user.click(screen.getByText(TITLE));
  return screen.findByLabelText('Computer name');
};

/** Records the request bodies of installs. */
function installs(): { windows_options?: object }[] {
  const sent: { windows_options?: object }[] = [];
  server.use(
    http.post('/api/user/install', async ({ request }) => {
      sent.push((await request.json()) as object);
      return ok(makeInstall({ status: 'pending' }));
    }),
  );
  return sent;
}

describe('/dashboard install section: Windows settings', () => {
  it('asks for four fields and sends only these while everything is collapsed', async () => {
    let asked = false;
    const user = await open();
    const form = document.querySelector('#install-form')!;
    const visible = [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
      (field) => !field.closest('details:not([open])'),
    );
    expect(visible.map(({ name }) => name)).toEqual(['ip', 'passwd_vps', 'win_ver', 'passwd_rdp']);
    expect([...form.querySelectorAll('summary')].map(({ textContent }) => textContent)).toEqual([
      'Advanced: SSH key, port and user',
      TITLE,
    ]);
    server.use(
      http.get(OFFER, () => {
        asked = true;
        return ok({ your_address: null, can_limit_networks: false });
      }),
    );
    const sent = installs();
    await pressInstall(user);
    await confirmErasing(user);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      ip: '203.0.113.24',
      passwd_vps: 'root-secret',
      win_ver: 'ws2022',
      passwd_rdp: 'Sunrise9! over Java',
    });
    expect(asked).toBe(false);
  });

  it('sends only the chosen settings', async () => {
    const user = await open();
    await unfold(user);
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Jakarta');
    await user.selectOptions(screen.getByLabelText('Keyboard'), 'French (France)');
    await user.type(screen.getByLabelText('Computer name'), 'OFFICE');
    await user.type(screen.getByLabelText('Name'), 'budi');
    await user.type(screen.getByLabelText('Password'), 'Rahasia-123');
    await user.click(screen.getByRole('button', { name: 'Only my address (198.51.100.9)' }));
    const sent = installs();
    await pressInstall(user);
    await confirmErasing(user);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.windows_options).toEqual({
      time_zone: 'Asia/Jakarta',
      keyboard: '0000040c',
      computer_name: 'OFFICE',
      account_name: 'budi',
      account_password: 'Rahasia-123',
      account_group: 'users',
      networks: ['198.51.100.9'],
    });
  });

  it('shows what failed to load, and the fields after a retry', async () => {
    const SCRIPTS = '/api/user/scripts';
    const user = await open();
    server.use(
      http.get(OFFER, () => refuse(503)),
      http.get(SCRIPTS, () => refuse(503)),
    );
    await unfold(user);
    const failures = await waitFor(() => {
      const found = screen.getAllByRole('alert');
      expect(found).toHaveLength(2);
      return found;
    });
    expect(failures[0]).toHaveTextContent(/the display languages, the recovery system and your/);
    expect(failures[1]).toHaveTextContent('Failed to load your scripts');
    server.use(
      http.get(OFFER, () => ok({ your_address: '198.51.100.9', can_limit_networks: true })),
      http.get(SCRIPTS, () => ok([makeScript({ name: 'Set-up' })])),
    );
    for (const button of screen.getAllByRole('button', { name: 'Try Again' }))
      await user.click(button);
    expect(await screen.findByRole('option', { name: 'Set-up' })).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: /^Only my address/ })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  describe('display language', () => {
    const languages = { ws2022: ['de-DE', 'en-US', 'id-ID'], other: ['fr-FR'] };
    const offer = { your_address: null, can_limit_networks: true, languages };
    const field = () => screen.queryByLabelText('Display language');

    it('is offered in the languages of the chosen version, and sent', async () => {
      const user = await open(offer);
      await unfold(user);
      const select = await screen.findByLabelText('Display language');
      expect([...select.querySelectorAll('option')].map(({ text }) => text)).toEqual([
        'Windows’ own (German (Germany))',
        'English (United States)',
        'German (Germany)',
        'Indonesian (Indonesia)',
      ]);
      await user.selectOptions(select, 'id-ID');
      const sent = installs();
      await pressInstall(user);
      await confirmErasing(user);
      await waitFor(() => expect(sent).toHaveLength(1));
      expect(sent[0]?.windows_options).toMatchObject({ display_language: 'id-ID' });
    });

    it('is not asked for if the version has one language', async () => {
      const user = await open({
        ...offer,
        languages: { ws2022: ['en-US'], other: ['fr-FR', 'id-ID'] },
      });
      await unfold(user);
      await screen.findByLabelText('Who may connect');
      expect(field()).not.toBeInTheDocument();
    });
  });

  it('sends the licence key and hides it while it is typed', async () => {
    const user = await open();
    await unfold(user);
    const key = screen.getByLabelText('Licence key');
    expect(key).toHaveAttribute('type', 'password');
    await user.type(key, 'BCDFG-HJKMP');
    await waitFor(() => expect(key).toHaveAccessibleDescription(/five groups of five/));
    await user.type(key, '-QRTVW-XY346-789BC');
    const sent = installs();
    await pressInstall(user);
    await confirmErasing(user);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.windows_options).toMatchObject({
      product_key: 'BCDFG-HJKMP-QRTVW-XY346-789BC',
    });
  });

  it('sends the script, typed or from a file, and refuses a larger file', async () => {
    const user = await open();
    await unfold(user);
    const script = screen.getByRole('textbox', { name: 'First-start script (PowerShell)' });
    const choose = (text: string) =>
      user.upload(screen.getByLabelText('Choose a script file', { selector: 'input' }), [
        new File([text], 'first.ps1'),
      ]);
    await choose('a'.repeat(70_000));
    await waitFor(() => expect(script).toHaveAccessibleDescription(/64 KiB of text/));
    await choose("Write-Output 'ready'");
    await waitFor(() => expect(script).toHaveValue("Write-Output 'ready'"));
    const sent = installs();
    await pressInstall(user);
    await confirmErasing(user);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.windows_options).toMatchObject({ script: "Write-Output 'ready'" });
  });

  it('sends a saved or offered script instead of a typed one', async () => {
    const saved = makeScript();
    const offered = makeScript({ name: 'Updates', description: 'All updates.', offered: true });
    server.use(http.get('/api/user/scripts', () => ok([saved, offered])));
    const user = await open();
    await unfold(user);
    const text = () => screen.queryByRole('textbox', { name: 'First-start script (PowerShell)' });
    await user.type(text()!, 'Get-Date');
    const choice = await screen.findByLabelText('First-start script');
    await user.selectOptions(choice, 'Updates (offered)');
    expect(choice).toHaveAccessibleDescription('All updates.');
    expect(text()).not.toBeInTheDocument();
    const sent = installs();
    await pressInstall(user);
    await confirmErasing(user);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.windows_options).toEqual({ account_group: 'users', script_id: offered.id });
  });

  describe('network', () => {
    const windows_network = {
      dhcp: true,
      addresses: ['203.0.113.24/24'],
      gateway: '203.0.113.1',
      dns: null,
      ipv6: null,
    };
    /** Records the network settings of checks. */
    const checks = (...answers: ReturnType<typeof makeCheck>[]) => {
      const sent: unknown[] = [];
      server.use(
        http.post('/api/user/install/check', async ({ request }) => {
          sent.push(((await request.json()) as { network?: unknown }).network);
          return ok(answers[Math.min(sent.length, answers.length) - 1]);
        }),
      );
      return sent;
    };

    it('is shown by the check, and Edit opens its settings, which the next check and the install use', async () => {
      const user = await open();
      const changed = { ...windows_network, dns: ['9.9.9.9'], ipv6: false };
      const asked = checks(makeCheck({ windows_network }), makeCheck({ windows_network: changed }));
      await user.click(screen.getByRole('button', { name: 'Check my VPS' }));
      expect(await screen.findByText('203.0.113.24/24, by DHCP')).toBeVisible();
      expect(screen.getByText('DNS by DHCP')).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Edit Windows network' }));
      const dns = await screen.findByLabelText('DNS servers');
      await waitFor(() => expect(dns).toHaveFocus());
      await user.type(dns, '9.9.9.9');
      await user.selectOptions(screen.getByLabelText('IPv6'), 'Off');
      const sent = installs();
      await pressInstall(user);
      expect(await (await eraseDialog()).findByText('DNS 9.9.9.9')).toBeVisible();
      await confirmErasing(user);
      await waitFor(() => expect(sent).toHaveLength(1));
      expect(asked).toEqual([undefined, { dns: ['9.9.9.9'], ipv6: false }]);
      expect(sent[0]?.windows_options).toEqual({
        account_group: 'users',
        dns: ['9.9.9.9'],
        ipv6: false,
      });
    });

    it('can be edited from the confirmation, which closes', async () => {
      const user = await open();
      checks(makeCheck({ windows_network }));
      await pressInstall(user);
      const dialog = await eraseDialog();
      await user.click(dialog.getByRole('button', { name: 'Edit Windows network' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      await waitFor(async () => expect(await screen.findByLabelText('DNS servers')).toHaveFocus());
    });

    it('can be edited if the check refused it', async () => {
      const user = await open();
      const finding = {
        name: 'network',
        result: 'refused' as const,
        found: 'no address',
        code: 'NETWORK_UNUSABLE',
        message: 'The network can’t be moved to Windows: no gateway.',
        cure: 'Set it up by hand.',
      };
      checks(makeCheck({ status: 'refused', findings: [finding] }));
      await user.click(screen.getByRole('button', { name: 'Check my VPS' }));
      await user.click(await screen.findByRole('button', { name: 'Edit Windows network' }));
      expect(await screen.findByLabelText('Gateway')).toBeVisible();
    });

    it('shows a wrong gateway at its field', async () => {
      const user = await open();
      await unfold(user);
      await user.type(screen.getByLabelText('Address with prefix'), '203.0.113.24/24');
      const gateway = screen.getByLabelText('Gateway');
      await user.type(gateway, '198.51.100.1');
      await waitFor(() => expect(gateway).toHaveAccessibleDescription(/in the same network/));
    });
  });

  it('warns about a lock-out once networks are chosen', async () => {
    const user = await open();
    await unfold(user);
    expect(screen.queryByText('A changed address locks you out.')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Who may connect'), '203.0.113.0/24, 192.0.2.1');
    expect(await screen.findByText('A changed address locks you out.')).toBeVisible();
    expect(screen.getByText(/the password check and “Open in browser” stop working/)).toBeVisible();
  });

  it('offers no network limit if the service could not reach Windows through it', async () => {
    const user = await open({ your_address: '198.51.100.9', can_limit_networks: false });
    await unfold(user);
    expect(await screen.findByText('This service can’t limit who may connect.')).toBeVisible();
    expect(screen.queryByLabelText('Who may connect')).not.toBeInTheDocument();
  });

  it('shows each error at its field', async () => {
    const user = await open();
    const name = await unfold(user);
    await user.type(name, '12345');
    await waitFor(() => expect(name).toHaveAccessibleDescription(/^Use 1 to 15 letters/));
    const networks = screen.getByLabelText('Who may connect');
    await user.type(networks, 'home');
    await waitFor(() => expect(networks).toHaveAccessibleDescription(/^Enter 1 to 20 IPv4/));
  });

  it('shows an error of the server at its field', async () => {
    const message = 'This service cannot limit who may connect';
    const details = [{ path: 'windows_options.networks', message }];
    const user = await open();
    server.use(
      http.post('/api/user/install', () =>
        refuse(400, { message, code: 'VALIDATION_FAILED', details }),
      ),
    );
    await unfold(user);
    const networks = screen.getByLabelText('Who may connect');
    await user.type(networks, '203.0.113.7');
    await pressInstall(user);
    await confirmErasing(user);
    await waitFor(() => expect(networks).toHaveAccessibleDescription(message));
  });

  it('names the settings of the checked Linux', async () => {
    const windows_defaults = {
      time_zone: 'Asia/Makassar',
      keyboard: '00000409',
      region: null,
      computer_name: 'vps-1',
    };
    const user = await open();
    server.use(http.post('/api/user/install/check', () => ok(makeCheck({ windows_defaults }))));
    await unfold(user);
    await user.click(screen.getByRole('button', { name: 'Check my VPS' }));
    expect(
      await screen.findByRole('option', { name: 'As in Linux (Asia/Makassar)' }),
    ).toBeInTheDocument();
    expect(screen.getByPlaceholderText('As in Linux (vps-1)')).toBeVisible();
  });

  it('offers to keep the recovery system only for versions that have one', async () => {
    const offer = { your_address: null, can_limit_networks: false };
    const user = await open({ ...offer, recovery: ['ws2022'] });
    await unfold(user);
    const sent = installs();
    await user.click(await screen.findByLabelText(/^Keep the recovery system/));
    await pressInstall(user);
    await confirmErasing(user);
    await waitFor(() => expect(sent).toMatchObject([{ windows_options: { keep_recovery: true } }]));
  });

  it('does not mention a recovery system without a boot guard', async () => {
    const user = await open();
    await unfold(user);
    expect(screen.queryByLabelText(/^Keep the recovery system/)).toBeNull();
  });
});
