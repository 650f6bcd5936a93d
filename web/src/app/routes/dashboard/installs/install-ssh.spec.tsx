import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { makeCheck } from '@/testing/factories/factories.js';
import { server } from '@/testing/server.js';

const KEY = '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n';

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Install Windows');
  await user.type(screen.getByLabelText('VPS IP address'), '203.0.113.24');
  await user.click(screen.getByText('Advanced: SSH key, port and user'));
  return user;
};
const check = () => screen.getByRole('button', { name: 'Check my VPS' });

/** Records the request bodies of checks. */
function checks(): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.post('/api/user/install/check', async ({ request }) => {
      sent.push(await request.json());
      return ok(makeCheck());
    }),
  );
  return sent;
}

describe('/dashboard install section: advanced settings', () => {
  it('signs in with a key file, another port and another user, without a password', async () => {
    const sent = checks();
    const user = await open();
    await user.type(screen.getByLabelText('SSH port'), '2222');
    await user.type(screen.getByLabelText('User'), 'ubuntu');
    await user.upload(screen.getByLabelText('Choose a file'), new File([KEY], 'id_ed25519'));
    expect(await screen.findByDisplayValue(/BEGIN OPENSSH/)).toBeVisible();
    await user.type(screen.getByLabelText('Key passphrase'), 'sesame');
    await user.click(check());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      ip: '203.0.113.24',
      passwd_vps: '',
      ssh_port: 2222,
      ssh_user: 'ubuntu',
      ssh_key: KEY,
      ssh_passphrase: 'sesame',
    });
  });

  it('§5 requires the password only without a key', async () => {
    const user = await open();
    await user.click(check());
    expect(await screen.findByText('VPS password is required')).toBeVisible();
    await user.type(screen.getByLabelText('SSH private key'), 'x');
    await waitFor(() =>
      expect(screen.queryByText('VPS password is required')).not.toBeInTheDocument(),
    );
  });

  it('rejects an invalid port at its field', async () => {
    const user = await open();
    await user.type(screen.getByLabelText('SSH port'), 'two');
    expect(
      await screen.findByText('SSH port must be a whole number from 1 to 65535'),
    ).toBeVisible();
  });

  it('shows the server’s error at the passphrase, even if the section was folded', async () => {
    const message = 'The passphrase is wrong for this key';
    const details = [{ path: 'ssh_passphrase', message }];
    server.use(
      http.post('/api/user/install/check', () =>
        refuse(400, { message, code: 'VALIDATION_FAILED', details }),
      ),
    );
    const user = await open();
    await user.type(screen.getByLabelText('SSH private key'), 'x');
    await user.click(screen.getByText('Advanced: SSH key, port and user'));
    await user.click(check());
    const field = screen.getByLabelText('Key passphrase');
    await waitFor(() => expect(field).toBeVisible());
    expect(field).toHaveAccessibleDescription(message);
  });

  it('stores neither key nor passphrase in the draft', async () => {
    const user = await open();
    await user.type(screen.getByLabelText('SSH private key'), 'sesame of the key');
    await user.type(screen.getByLabelText('Key passphrase'), 'sesame');
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('203.0.113.24'));
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('sesame');
  });
});
