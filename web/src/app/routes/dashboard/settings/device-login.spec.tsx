import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { findToast, openSite, query } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const LOGIN = {
  name: 'build-01',
  scopes: ['installs:read', 'quota:read'],
  networks: ['203.0.113.0/24'],
  expires_in_days: 90,
  address: '203.0.113.9',
  requested_at: '2026-11-21T07:00:00.000Z',
  expires_at: '2026-11-21T07:10:00.000Z',
};
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));

/** Records every call of a device login with its body. */
function answering(find: () => Response) {
  const calls: [string, unknown][] = [];
  server.use(
    http.post('/api/user/device-logins/:what', async ({ request, params }) => {
      calls.push([String(params['what']), await request.json()]);
      return params['what'] === 'find' ? find() : ok(null);
    }),
  );
  return calls;
}

const openWith = async (code: string) => {
  const user = await openSite('/dashboard?device=1', { token: 't' });
  const form = await dialog('Connect a terminal');
  await user.type(form.getByLabelText('Code from your terminal'), code);
  await user.click(form.getByRole('button', { name: 'Continue' }));
  return { user, form };
};

describe('/dashboard?device=1 (RFC 8628)', () => {
  it('grants no access when opened and cleans the URL', async () => {
    const calls = answering(() => ok(LOGIN));
    await openSite('/dashboard?device=1', { token: 't' });
    await dialog('Connect a terminal');
    expect(query()).toBe('');
    expect(calls).toEqual([]);
  });

  it('shows the request and its origin, and confirms it', async () => {
    const calls = answering(() => ok(LOGIN));
    const { user } = await openWith('wdjb-mjht');
    const confirm = await dialog('Create an API key for build-01?');
    expect(confirm.getByText('203.0.113.9')).toBeVisible();
    expect(confirm.getByText('View installs, View quota')).toBeVisible();
    expect(confirm.getByText('203.0.113.0/24')).toBeVisible();
    expect(confirm.getByText('In 90 days')).toBeVisible();
    expect(calls).toEqual([['find', { user_code: 'wdjb-mjht' }]]);
    expect(JSON.stringify(window.history.state)).not.toMatch(/wdjb/i);
    await user.click(confirm.getByRole('button', { name: 'Create key' }));
    await findToast('Terminal connected');
    expect(calls[1]).toEqual(['approve', { user_code: 'wdjb-mjht' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('rejects the request', async () => {
    const calls = answering(() => ok(LOGIN));
    const { user } = await openWith('WDJBMJHT');
    const confirm = await dialog(/^Create an API key/);
    await user.click(confirm.getByRole('button', { name: 'Deny' }));
    await findToast('Request denied');
    expect(calls.map(([what]) => what)).toEqual(['find', 'deny']);
  });

  it('shows an invalid code’s error at its field', async () => {
    const message = 'No sign-in is waiting for this code.';
    const details = [{ path: 'user_code', message }];
    const calls = answering(() => refuse(400, { code: 'USER_CODE_INVALID', message, details }));
    const { user, form } = await openWith('abc');
    expect(
      await form.findByText('Please enter the 8-letter code from your terminal'),
    ).toBeVisible();
    expect(calls).toEqual([]);
    await user.clear(form.getByLabelText('Code from your terminal'));
    await user.type(form.getByLabelText('Code from your terminal'), 'WDJBMJHT');
    await user.click(form.getByRole('button', { name: 'Continue' }));
    expect(await form.findByText(message)).toBeVisible();
  });
});
