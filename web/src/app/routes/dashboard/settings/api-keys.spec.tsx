import { API_KEY_SCOPES } from '@casement/proto/http/auth/api-keys.js';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { makeApiKey, makeDashboard } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const KEY = `csm_${'k'.repeat(46)}`;
const KEYS = '/api/user/api-keys';

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Settings');
  await user.click(screen.getByRole('button', { name: 'API keys' }));
  return user;
};
const dialog = (name: string) => screen.findByRole('dialog', { name });

describe('/dashboard settings: API keys', () => {
  it('explains API keys in the empty state', async () => {
    await open();
    expect(await screen.findByText('No API keys yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'API reference' })).toHaveAttribute(
      'href',
      '/api/docs',
    );
  });

  it('reports a failed load and retries', async () => {
    let fails = true;
    server.use(http.get(KEYS, () => (fails ? refuse(500, { message: 'Not now.' }) : ok([]))));
    const user = await open();
    expect(await screen.findByText('Failed to load your API keys')).toBeVisible();
    expect(screen.getByText(/Not now\./)).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No API keys yet')).toBeVisible();
  });

  it('lists scopes, networks, expiry and last use of each key', async () => {
    server.use(
      http.get(KEYS, () =>
        ok([
          makeApiKey({
            networks: ['203.0.113.0/24', '198.51.100.7'],
            expires_at: '2099-01-01T00:00:00.000Z',
            last_used_at: '2026-11-21T07:00:00.000Z',
            last_used_address: '203.0.113.9',
          }),
          makeApiKey({ name: 'Old script', expires_at: '2020-01-01T00:00:00.000Z' }),
          makeApiKey({ name: 'Monitor', scopes: ['quota:read'] }),
        ]),
      ),
    );
    await open();
    const [panel, old, monitor] = (await screen.findAllByRole('listitem')).map(
      ({ textContent }) => textContent,
    );
    expect(panel).toContain('Hosting panelends in 7QxZ');
    expect(panel).toContain('View installs, Start and cancel installs');
    expect(panel).toContain('last used 21 Nov 2026, 14:00 WIB from 203.0.113.9');
    expect(panel).toContain('expires 1 Jan 2099, 07:00 WIB');
    expect(panel).toContain('only from 203.0.113.0/24, 198.51.100.7');
    expect(old).toContain('Expired');
    expect(monitor).toContain('View quotanever usedno expiry');
  });

  it('creates a key and shows it once until it is copied', async () => {
    let sent: unknown;
    const made: ReturnType<typeof makeApiKey>[] = [];
    server.use(
      http.get(KEYS, () => ok(made)),
      http.post(KEYS, async ({ request }) => {
        sent = await request.json();
        made.push(makeApiKey({ name: 'Panel' }));
        return ok({ ...made[0], key: KEY });
      }),
    );
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    const form = within(await dialog('Create key'));
    await user.type(form.getByLabelText('Name'), 'Panel');
    await user.click(form.getByRole('checkbox', { name: /View installs/ }));
    await user.click(form.getByRole('checkbox', { name: /View quota/ }));
    await user.type(
      form.getByLabelText('Allowed addresses (optional)'),
      '203.0.113.7\n2001:db8::/32',
    );
    await user.selectOptions(form.getByLabelText('Expires'), 'In one year');
    await user.click(form.getByRole('button', { name: 'Create key' }));

    const shown = within(await dialog('Your new API key'));
    expect(sent).toEqual({
      name: 'Panel',
      scopes: ['installs:read', 'quota:read'],
      networks: ['203.0.113.7', '2001:db8::/32'],
      expires_in_days: 365,
    });
    expect(shown.getByText(KEY)).toBeVisible();
    expect(shown.getByText(/^curl .*\/api\/user\/install-history$/)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Copy API key' }));
    expect(await navigator.clipboard.readText()).toBe(KEY);
    await user.keyboard('{Escape}');
    expect(shown.getByText(KEY)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByText(KEY)).not.toBeInTheDocument());
    expect(await screen.findByText('Panel')).toBeVisible();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(KEY);
  });

  it('offers administrator scopes and then requires networks and an expiry', async () => {
    let sent: unknown;
    server.use(
      http.get('/api/user/dashboard', () => ok(makeDashboard({ admin: 1 }))),
      http.post(KEYS, async ({ request }) => {
        sent = await request.json();
        return ok({ ...makeApiKey(), key: KEY });
      }),
    );
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    const form = within(await dialog('Create key'));
    await user.type(form.getByLabelText('Name'), 'Nightly report');
    expect(form.getByLabelText('Allowed addresses (optional)')).toBeVisible();
    await user.click(form.getByRole('checkbox', { name: /Administration: view lists/ }));
    const networks = form.getByLabelText('Allowed addresses');
    expect(networks).toHaveAccessibleDescription(/needs at least one/);
    await user.selectOptions(form.getByLabelText('Expires'), 'In one year');
    await user.click(form.getByRole('button', { name: 'Create key' }));
    expect(
      await form.findByText("An administrator's key expires after at most 90 days"),
    ).toBeVisible();
    expect(networks).toHaveAccessibleDescription(/needs at least one address or network$/);
    expect(sent).toBeUndefined();

    await user.type(networks, '203.0.113.7');
    await user.selectOptions(form.getByLabelText('Expires'), 'In 90 days');
    await user.click(form.getByRole('button', { name: 'Create key' }));
    await dialog('Your new API key');
    expect(sent).toEqual({
      name: 'Nightly report',
      scopes: ['admin:read'],
      networks: ['203.0.113.7'],
      expires_in_days: 90,
    });
  });

  it('offers no administrator scopes to a customer', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    const form = within(await dialog('Create key'));
    expect(form.getAllByRole('checkbox')).toHaveLength(API_KEY_SCOPES.length);
    expect(form.queryByText(/Administration/)).not.toBeInTheDocument();
  });

  it('reports missing fields before calling the server', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    const form = within(await dialog('Create key'));
    await user.type(form.getByLabelText('Allowed addresses (optional)'), 'my office');
    await user.click(form.getByRole('button', { name: 'Create key' }));
    expect(await form.findByText('Please enter a name for the key')).toBeVisible();
    expect(form.getByRole('group', { name: 'Permissions' })).toHaveAccessibleDescription(
      'Please select at least one permission',
    );
    expect(form.getByLabelText('Allowed addresses (optional)')).toHaveAccessibleDescription(
      /valid IP address/,
    );
  });

  it('keeps the input when the key is rejected', async () => {
    const message = 'You have 20 API keys, which is the limit.';
    server.use(http.post(KEYS, () => refuse(409, { message })));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    const form = within(await dialog('Create key'));
    await user.type(form.getByLabelText('Name'), 'Panel');
    await user.click(form.getByRole('checkbox', { name: /View quota/ }));
    await user.click(form.getByRole('button', { name: 'Create key' }));
    expect(await findToast('Failed to create the key')).toHaveTextContent(message);
    expect(form.getByLabelText('Name')).toHaveValue('Panel');
  });

  it('asks for confirmation before revoking a key', async () => {
    const revoked: unknown[] = [];
    const key = makeApiKey();
    server.use(
      http.get(KEYS, () => ok(revoked.length > 0 ? [] : [key])),
      http.delete(`${KEYS}/:id`, ({ params }) => {
        revoked.push(params['id']);
        return ok(null);
      }),
    );
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Revoke Hosting panel' }));
    const question = within(await dialog('Revoke Hosting panel'));
    expect(question.getByText(/stop working within a second/)).toBeVisible();
    expect(revoked).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Revoke' }));
    expect(await findToast('API key revoked')).toBeVisible();
    expect(revoked).toEqual([key.id]);
    expect(await screen.findByText('No API keys yet')).toBeVisible();
  });
});
