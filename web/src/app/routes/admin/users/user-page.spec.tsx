import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import { makeAdminTopup } from '@/testing/factories/admin-factories.js';
import {
  makeApiKey,
  makeInstall,
  makeLedgerItem,
  makeUser,
  makeSession,
} from '@/testing/factories/factories.js';
import { makeAuditEntry } from '@/testing/factories/security-factories.js';
import { address, back, findToast, reload } from '@/testing/render.js';

const ID = '01a1fd9f-0000-7000-8000-0000000000b1';
const budi = makeUser({ id: ID, username: 'budi_s', email: 'budi@example.com', quota: 7 });
const USER = `/api/admin/users/${ID}`;

/** Records the query of each list. */
const handlers = (requests: string[] = []) => {
  const list = (path: string, rows: () => Response) =>
    http.get(path, ({ request }) => {
      requests.push(`${path}${new URL(request.url).search}`);
      return rows();
    });
  return [
    http.get('/api/admin/users', () => page([budi])),
    http.get(USER, () => ok(budi)),
    http.get(`${USER}/recovery`, () => ok({ available: false, effective_at: null })),
    list(`${USER}/quota/ledger`, () =>
      page([makeLedgerItem({ by: 'wati_admin', note: 'Paid by bank transfer' })]),
    ),
    list('/api/admin/install-data', () => page([makeInstall({ ip: '192.0.2.7' })])),
    list('/api/admin/topups', () => page([makeAdminTopup({ reference: 'T-77' })])),
    list(`${USER}/sessions`, () => ok([makeSession({ device: 'Firefox on Linux' })])),
    list(`${USER}/api-keys`, () => ok([makeApiKey({ name: 'Backup script' })])),
    list('/api/security/audit', () => page([makeAuditEntry({ action: 'quota.adjusted' })])),
  ];
};

const open = async (more: ReturnType<typeof handlers> = []) => {
  const requests: string[] = [];
  const user = await openAdmin('Users', [...more, ...handlers(requests)]);
  await user.click((await table()).getByRole('button', { name: 'Open budi_s' }));
  await screen.findByRole('heading', { level: 1, name: /budi_s|Users/ });
  return { user, requests };
};

/** Returns a list's button, not the menu's button of the same name. */
const choice = async (name: string) =>
  within(await screen.findByRole('group', { name: 'Lists' })).getByRole('button', { name });

describe('/admin user page', () => {
  it('shows the user and the balance without changing the URL', async () => {
    await open();
    const summary = within(await screen.findByRole('region', { name: 'budi_s' }));
    expect(summary.getByText('7')).toBeVisible();
    expect(summary.getByText('budi@example.com')).toBeVisible();
    expect(summary.getByText(ID)).toBeVisible();
    expect(address()).toBe('/admin');
  });

  it('suspends the user and saves an internal note', async () => {
    const sent: unknown[] = [];
    const { user } = await open([
      http.post('/api/admin/users/actions', async ({ request }) => {
        sent.push(await request.json());
        return ok([{ id: ID, username: 'budi_s', outcome: 'changes' }]);
      }),
      http.put(`${USER}/note`, async ({ request }) => {
        sent.push(await request.json());
        return ok(null);
      }),
    ]);
    await user.type(await screen.findByLabelText('Internal note'), 'Pays by invoice');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await findToast('Note saved');
    await user.click(screen.getByRole('button', { name: 'Suspend' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend users' }));
    await user.type(await dialog.findByLabelText('Reason'), 'Chargeback');
    await user.click(dialog.getByRole('button', { name: 'Suspend 1 user' }));
    await findToast('1 user suspended');
    expect(sent).toEqual([
      { note: 'Pays by invoice' },
      { action: 'suspend', ids: [ID], preview: true },
      { action: 'suspend', ids: [ID], reason: 'Chargeback' },
    ]);
  });

  it('survives a reload, and Back returns to the table', async () => {
    await open();
    await reload();
    expect(await screen.findByRole('heading', { level: 1, name: 'budi_s' })).toBeVisible();
    back();
    expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  });

  it.each([
    [
      'Quota history',
      'By wati_admin: Paid by bank transfer',
      `${USER}/quota/ledger?page=1&pageSize=15`,
    ],
    ['Installs', '192.0.2.7', `/api/admin/install-data?page=1&pageSize=15&user=${ID}`],
    ['Top-ups', 'T-77', `/api/admin/topups?page=1&pageSize=15&user=${ID}`],
    ['Sessions', 'Firefox on Linux', `${USER}/sessions`],
    ['API keys', 'Backup script', `${USER}/api-keys`],
    ['Audit', 'quota.adjusted', `/api/security/audit?page=1&pageSize=15&target=user%3A${ID}`],
  ])('%s: lists only this user’s data', async (list, row, query) => {
    const { user, requests } = await open();
    await user.click(await choice(list));
    expect((await screen.findAllByText(row))[0]).toBeVisible();
    expect(await choice(list)).toHaveAttribute('aria-pressed', 'true');
    expect(requests).toContain(query);
  });

  it('audit: includes the user’s own actions', async () => {
    const { user, requests } = await open();
    await user.click(await choice('Audit'));
    await user.selectOptions(await screen.findByLabelText('Show actions'), 'by');
    await waitFor(() =>
      expect(requests.at(-1)).toBe(`/api/security/audit?page=1&pageSize=15&actor=${ID}`),
    );
  });

  it('API keys: shows scopes and last use, and revokes a key after confirmation', async () => {
    const key = makeApiKey({
      name: 'Nightly report',
      scopes: ['admin:read', 'installs:read'],
      networks: ['203.0.113.0/24'],
      expires_at: '2099-01-01T00:00:00.000Z',
      last_used_at: '2026-11-21T07:00:00.000Z',
      last_used_address: '203.0.113.9',
    });
    const revoked: unknown[] = [];
    const { user } = await open([
      http.get(`${USER}/api-keys`, () => ok(revoked.length > 0 ? [] : [key])),
      http.delete(`${USER}/api-keys/:key`, ({ params }) => {
        revoked.push(params['key']);
        return ok(null);
      }),
    ]);
    await user.click(await choice('API keys'));
    const row = await screen.findByText('Nightly report');
    const text = row.closest('li')?.textContent;
    expect(text).toContain('Administration: view lists, View installs');
    expect(text).toContain('last used 21 Nov 2026, 14:00 WIB from 203.0.113.9');
    expect(text).toContain('expires 1 Jan 2099, 07:00 WIB');
    expect(text).toContain('only from 203.0.113.0/24');
    await user.click(screen.getByRole('button', { name: 'Revoke Nightly report' }));
    const question = within(await screen.findByRole('dialog', { name: 'Revoke Nightly report' }));
    expect(revoked).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Revoke' }));
    expect(await findToast('API key revoked')).toBeVisible();
    expect(revoked).toEqual([key.id]);
    expect(await screen.findByText('No API keys yet')).toBeVisible();
  });

  it('API keys: shows a failed load and retries', async () => {
    let unavailable = true;
    const { user } = await open([
      http.get(`${USER}/api-keys`, () => (unavailable ? refuse(500) : ok([makeApiKey()]))),
    ]);
    await user.click(await choice('API keys'));
    expect(await screen.findByText('Failed to load the API keys')).toBeVisible();
    unavailable = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Hosting panel')).toBeVisible();
  });

  it('changes the quota and refetches the user and the ledger', async () => {
    const sent: unknown[] = [];
    const { user, requests } = await open([
      http.post(`${USER}/quota`, async ({ request }) => {
        sent.push(await request.json());
        return ok({ newQuota: 12 });
      }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Update the quota of budi_s' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Update User Quota' }));
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '5');
    const ledgers = () => requests.filter((path) => path.includes('ledger')).length;
    const before = ledgers();
    await user.click(dialog.getByRole('button', { name: 'Update Quota' }));
    expect(await findToast('Quota updated successfully')).toBeVisible();
    expect(sent).toEqual([{ amount: 5, operation: 'add' }]);
    await waitFor(() => expect(ledgers()).toBeGreaterThan(before));
  });

  it.each([
    ['Change the role of budi_s', 'Change role'],
    ['Delete budi_s', 'Delete User Account'],
  ])('offers the same action as the table: %s', async (button, name) => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByRole('dialog', { name })).toBeVisible();
  });

  it('reports an unknown user and still lists the retained records', async () => {
    await open([http.get(USER, () => refuse(404, { code: 'NOT_FOUND' }))]);
    expect(await screen.findByText('User not found')).toBeVisible();
    expect((await screen.findAllByText('By wati_admin: Paid by bank transfer'))[0]).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sessions' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Delete budi_s' })).not.toBeInTheDocument();
  });

  it('§8 shows a failed load and retries', async () => {
    let unavailable = true;
    const { user } = await open([http.get(USER, () => (unavailable ? refuse(500) : ok(budi)))]);
    expect(await screen.findByText('Failed to load the user')).toBeVisible();
    unavailable = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'budi_s' })).toBeVisible();
  });
});
