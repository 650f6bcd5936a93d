import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { csvTime } from '@/lib/csv/csv.js';
import { openAdmin } from '@/testing/admin.js';
import { never, ok, page, refuse } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import { makeUser } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { savedFiles } from '@/testing/saved-files.js';
import { server } from '@/testing/server.js';

const budi = makeUser({ id: 'u-budi', username: 'budi_s', email: 'budi@example.com', quota: 7 });

/** Records requests to `method path` and responds with `answer`. */
const record = (
  method: 'post' | 'put' | 'delete',
  path: string,
  answer: () => Response = () => ok({}),
) => {
  const sent: unknown[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      sent.push(method === 'delete' ? null : await request.json());
      return answer();
    }),
  );
  return sent;
};

const open = (...users: ReturnType<typeof makeUser>[]) =>
  openAdmin('Users', [http.get('/api/admin/users', () => page(users.length ? users : [budi]))]);

const openDialog = async (button: string, name: string, ...users: (typeof budi)[]) => {
  const user = await open(...users);
  await user.click((await table()).getByRole('button', { name: button }));
  return { user, dialog: within(await screen.findByRole('dialog', { name })) };
};

describe('/admin users section', () => {
  const csv = savedFiles();
  it('exports CSV with the current filters', async () => {
    const recordedRequests: string[] = [];
    const user = await openAdmin('Users', [
      http.get('/api/admin/users', ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        if (searchParams.has('search')) recordedRequests.push(search);
        return page([budi]);
      }),
    ]);
    await user.type(screen.getByLabelText('Search username or email'), 'budi');
    await waitFor(() => expect(recordedRequests).toEqual(['?page=1&pageSize=15&search=budi']));
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await findToast('Export saved')).toHaveTextContent(/1 rows in users-.*\.csv/);
    expect(recordedRequests.slice(1)).toEqual(['?page=1&pageSize=100&search=budi&after=']);
    expect((await csv.text()).split('\r\n')).toEqual([
      'User ID,Username,Email,Verified,Role,Quota,Joined',
      `${budi.id},budi_s,budi@example.com,yes,User,7,${csvTime(budi.created_at)}`,
      '',
    ]);
  });

  it('shows username, email, role and quota, or a dash while billing is unavailable', async () => {
    await open(
      budi,
      makeUser({ username: 'ada', admin: 1, quota: null }),
      makeUser({ username: 'legacy', email: null }),
      makeUser({ username: 'fresh', is_verified: false }),
    );
    const rows = await table();
    const row = (name: string) => within(rows.getByText(name).closest('tr')!);
    expect(row('budi_s').getByText('budi@example.com')).toBeVisible();
    expect(row('budi_s').getByText('User')).toBeVisible();
    expect(row('budi_s').getByText('7')).toBeVisible();
    expect(row('ada').getByText('Admin')).toBeVisible();
    expect(row('ada').getByText('–')).toBeVisible();
    expect(row('legacy').getByText('none yet')).toBeVisible();
    expect(row('fresh').getByText('(not verified)')).toBeVisible();
  });

  it('sorts on the server: ascending, descending and unsorted, from the first page', async () => {
    const recordedRequests: string[] = [];
    const user = await openAdmin('Users', [
      http.get('/api/admin/users', ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        recordedRequests.push(search);
        return page([budi], { total: 31, page: Number(searchParams.get('page')) });
      }),
    ]);
    const head = async (name: string) => (await table()).getByRole('columnheader', { name });
    const press = async (name: string) => user.click(within(await head(name)).getByRole('button'));
    expect(await head('Username')).not.toHaveAttribute('aria-sort');
    await table();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await press('Username');
    await waitFor(() =>
      expect(recordedRequests.at(-1)).toBe('?page=1&pageSize=15&sort=username&order=asc'),
    );
    expect(await head('Username')).toHaveAttribute('aria-sort', 'ascending');
    await press('Username');
    await waitFor(() =>
      expect(recordedRequests.at(-1)).toBe('?page=1&pageSize=15&sort=username&order=desc'),
    );
    expect(await head('Username')).toHaveAttribute('aria-sort', 'descending');
    await press('Joined');
    await waitFor(() =>
      expect(recordedRequests.at(-1)).toBe('?page=1&pageSize=15&sort=created_at&order=asc'),
    );
    expect(await head('Username')).not.toHaveAttribute('aria-sort');
    expect(within(await head('Email')).queryByRole('button')).toBeNull();
  });

  it('§9 searches and pages by 15 on the server', async () => {
    const recordedRequests: string[] = [];
    const user = await openAdmin('Users', [
      http.get('/api/admin/users', ({ request }) => {
        const { searchParams } = new URL(request.url);
        recordedRequests.push(searchParams.toString());
        return page([budi], { page: Number(searchParams.get('page')), total: 31 });
      }),
    ]);
    expect(await screen.findByText('Showing 1 to 15 of 31 entries')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(recordedRequests).toContain('page=2&pageSize=15'));
    await user.type(screen.getByLabelText('Search username or email'), ' budi ');
    await waitFor(() => expect(recordedRequests.at(-1)).toBe('page=1&pageSize=15&search=budi'));
    // The first page of the previous search must not be requested again.
    const after = recordedRequests.slice(recordedRequests.lastIndexOf('page=2&pageSize=15') + 1);
    expect(after.filter((query) => !query.includes('search='))).toEqual([]);
  });

  it('shows the empty state if no user matches', async () => {
    const user = await openAdmin('Users', [
      http.get('/api/admin/users', ({ request }) =>
        page(request.url.includes('search') ? [] : [budi]),
      ),
    ]);
    await user.type(screen.getByLabelText('Search username or email'), 'x');
    expect(await screen.findByText('No users found')).toBeVisible();
    expect(screen.getByLabelText('Search username or email')).toHaveValue('x');
  });

  it('shows the ledger of a quota', async () => {
    const user = await open();
    server.use(
      http.get('/api/admin/users/u-budi/quota/ledger', () =>
        page([
          {
            id: 'l1',
            kind: 'adjustment',
            amount: 5,
            balance_after: 12,
            reason: 'Corrected by an administrator.',
            note: 'Paid by bank transfer.',
            topup_id: null,
            install_id: null,
            created_at: '2026-11-21T07:02:00.000Z',
          },
        ]),
      ),
    );
    await user.click((await table()).getByRole('button', { name: 'Quota history of budi_s' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findAllByText('Corrected by an administrator.'))[0]).toBeVisible();
    expect(dialog.getAllByText('Paid by bank transfer.')[0]).toBeVisible();
    expect(dialog.getByText('budi_s')).toBeVisible();
  });

  it('disables role and deletion for one’s own account with an explanation', async () => {
    const admin = makeUser({ username: 'admin', admin: 1 });
    const user = await openAdmin('Users', [
      http.get('/api/user/profile', () => ok({ user: admin })),
      http.get('/api/admin/users', () => page([admin, budi])),
      http.get(`/api/admin/users/${admin.id}`, () => ok(admin)),
    ]);
    const rows = await table();
    const button = (name: string) => rows.getByRole('button', { name });
    const own = 'This is your own account. Ask another administrator to do this.';
    for (const name of ['Change the role of', 'Delete']) {
      expect(button(`${name} admin`)).toBeDisabled();
      expect(button(`${name} admin`)).toHaveAccessibleDescription(own);
      expect(button(`${name} budi_s`)).toBeEnabled();
    }
    expect(button('Update the quota of admin')).toBeEnabled();
    await user.click(button('Open admin'));
    const summary = within(await screen.findByRole('region', { name: 'admin' }));
    expect(summary.getByRole('button', { name: 'Change the role of admin' })).toBeDisabled();
    expect(summary.getByRole('button', { name: 'Delete admin' })).toBeDisabled();
  });

  describe('user role', () => {
    it.each([
      [0 as const, 'Make Admin', 1],
      [1 as const, 'Make User', 0],
    ])('§2 changes it from %p', async (admin, button, admin_) => {
      const sent = record('put', '/api/admin/users/u-budi');
      const { user, dialog } = await openDialog('Change the role of budi_s', 'Change role', {
        ...budi,
        admin,
      });
      await user.click(dialog.getByRole('button', { name: button }));
      expect(await findToast('User updated successfully')).toBeVisible();
      expect(sent).toEqual([{ admin: admin_ }]);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    it('§8 shows a rejected change and keeps the dialog', async () => {
      record('put', '/api/admin/users/u-budi', () =>
        refuse(409, { message: 'The last administrator cannot be demoted.' }),
      );
      const { user, dialog } = await openDialog('Change the role of budi_s', 'Change role');
      await user.click(dialog.getByRole('button', { name: 'Make Admin' }));
      expect(await findToast('Update failed')).toHaveTextContent(
        'The last administrator cannot be demoted.',
      );
      expect(screen.getByRole('dialog', { name: 'Change role' })).toBeVisible();
    });
  });

  describe('Delete User Account dialog', () => {
    it('§2 shows which data is deleted and that it cannot be undone', async () => {
      const { dialog } = await openDialog('Delete budi_s', 'Delete User Account');
      for (const text of [
        /permanently deletes the account of budi_s/,
        /account and profile/,
        /installation history/,
        /transaction records/,
        /all associated data/,
        /cannot be undone/,
      ]) {
        expect(dialog.getByText(text)).toBeVisible();
      }
    });

    it('§8 deletes the user', async () => {
      const sent = record('delete', '/api/admin/users/u-budi');
      const { user, dialog } = await openDialog('Delete budi_s', 'Delete User Account');
      await user.click(dialog.getByRole('button', { name: 'Delete User' }));
      expect(await findToast('User deleted successfully')).toBeVisible();
      expect(sent).toHaveLength(1);
    });

    it('deletes nothing on Cancel', async () => {
      const sent = record('delete', '/api/admin/users/u-budi');
      const { user, dialog } = await openDialog('Delete budi_s', 'Delete User Account');
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(sent).toHaveLength(0);
    });

    it('§8 shows a failed deletion', async () => {
      record('delete', '/api/admin/users/u-budi', () => refuse(500));
      const { user, dialog } = await openDialog('Delete budi_s', 'Delete User Account');
      await user.click(dialog.getByRole('button', { name: 'Delete User' }));
      expect(await findToast('Delete failed')).toHaveTextContent('Please try again.');
    });
  });

  it.each([
    ['put', 'Change the role of budi_s', 'Change role', 'Make Admin'],
    ['delete', 'Delete budi_s', 'Delete User Account', 'Delete User'],
    ['post', 'Update the quota of budi_s', 'Update User Quota', 'Update Quota'],
  ] as const)(
    'keeps a dialog open until the %s response arrives',
    async (method, button, name, go) => {
      const path = `/api/admin/users/u-budi${method === 'post' ? '/quota' : ''}`;
      server.use(http[method](path, () => never()));
      const { user, dialog } = await openDialog(button, name);
      await user.click(dialog.getByRole('button', { name: go }));
      expect(dialog.getByRole('button', { name: go })).toBeDisabled();
      expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
      await user.keyboard('{Escape}');
      expect(screen.getByRole('dialog', { name })).toBeVisible();
    },
  );

  describe('Update User Quota dialog', () => {
    const openQuota = (target = budi) =>
      openDialog('Update the quota of budi_s', 'Update User Quota', target);

    it('§2 shows current quota, username and email', async () => {
      const { dialog } = await openQuota();
      expect(dialog.getByText('7')).toBeVisible();
      expect(dialog.getByText('budi_s')).toBeVisible();
      expect(dialog.getByText('budi@example.com')).toBeVisible();
    });

    it('§2 shows a preview only above 0', async () => {
      const { user, dialog } = await openQuota();
      expect(dialog.queryByText('Preview')).not.toBeInTheDocument();
      await user.clear(dialog.getByLabelText('Amount'));
      await user.type(dialog.getByLabelText('Amount'), '5');
      expect(dialog.getByText('7 + 5 = 12')).toBeVisible();
      await user.selectOptions(dialog.getByLabelText('Operation'), 'set');
      expect(dialog.getByText('5')).toBeVisible();
    });

    it.each([
      ['add', 'User quota increased to 12', 12],
      ['set', 'User quota set to 5', 5],
    ])('§8 %s: shows the new quota', async (operation, text, newQuota) => {
      const sent = record('post', '/api/admin/users/u-budi/quota', () => ok({ newQuota }));
      const { user, dialog } = await openQuota();
      await user.selectOptions(dialog.getByLabelText('Operation'), operation);
      await user.clear(dialog.getByLabelText('Amount'));
      await user.type(dialog.getByLabelText('Amount'), '5');
      await user.click(dialog.getByRole('button', { name: 'Update Quota' }));
      expect(await findToast('Quota updated successfully')).toHaveTextContent(text);
      expect(sent).toEqual([{ amount: 5, operation }]);
    });

    it('sends an optional reason, trimmed and limited in length', async () => {
      const sent = record('post', '/api/admin/users/u-budi/quota', () => ok({ newQuota: 12 }));
      const { user, dialog } = await openQuota();
      const reason = dialog.getByLabelText('Reason (optional)');
      expect(reason).toHaveAttribute('maxlength', '500');
      await user.type(reason, ' Paid by bank transfer ');
      await user.click(dialog.getByRole('button', { name: 'Update Quota' }));
      expect(await findToast('Quota updated successfully')).toBeVisible();
      expect(sent).toEqual([{ amount: 0, operation: 'add', reason: 'Paid by bank transfer' }]);
    });

    it('§5 treats invalid numbers as 0', async () => {
      const sent = record('post', '/api/admin/users/u-budi/quota', () => ok({ newQuota: 0 }));
      const { user, dialog } = await openQuota();
      await user.selectOptions(dialog.getByLabelText('Operation'), 'set');
      await user.clear(dialog.getByLabelText('Amount'));
      await user.type(dialog.getByLabelText('Amount'), 'abc');
      await user.tab();
      expect(dialog.getByLabelText('Amount')).toHaveValue(0);
      await user.click(dialog.getByRole('button', { name: 'Update Quota' }));
      expect(await findToast('Quota updated successfully')).toBeVisible();
      expect(sent).toEqual([{ amount: 0, operation: 'set' }]);
    });

    it('§5 rejects amounts below 0', async () => {
      const { user, dialog } = await openQuota();
      await user.clear(dialog.getByLabelText('Amount'));
      await user.type(dialog.getByLabelText('Amount'), '-1');
      expect(dialog.getByRole('button', { name: 'Update Quota' })).toBeDisabled();
    });

    it('previews no sum while the current quota is unknown', async () => {
      const { user, dialog } = await openQuota({ ...budi, quota: null });
      expect(dialog.getByText('currently unknown')).toBeVisible();
      await user.clear(dialog.getByLabelText('Amount'));
      await user.type(dialog.getByLabelText('Amount'), '5');
      expect(dialog.getByText('+5')).toBeVisible();
    });

    it('retries a lost request with the same idempotency key', async () => {
      const keys: (string | null)[] = [];
      const { user, dialog } = await openQuota();
      server.use(
        http.post('/api/admin/users/u-budi/quota', ({ request }) => {
          keys.push(request.headers.get('idempotency-key'));
          return keys.length === 1 ? refuse(503) : ok({ newQuota: 7 });
        }),
      );
      await user.click(dialog.getByRole('button', { name: 'Update Quota' }));
      expect(await findToast('Update failed')).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Update Quota' }));
      expect(await findToast('Quota updated successfully')).toBeVisible();
      expect(keys[0]).toBeTruthy();
      expect(keys[1]).toBe(keys[0]);
    });
  });
});

describe('/admin bulk actions on users', () => {
  const ada = makeUser({ id: 'u-ada', username: 'ada', admin: 1 });
  const ACTIONS = '/api/admin/users/actions';
  const effects = [
    { id: 'u-budi', username: 'budi_s', outcome: 'changes' },
    { id: 'u-ada', username: 'ada', outcome: 'own_account' },
  ];

  it('preview what will change, and suspend with a reason', async () => {
    const user = await open(budi, ada);
    const sent = record('post', ACTIONS, () => ok(effects));
    const rows = await table();
    await user.click(rows.getByRole('checkbox', { name: 'Select all users on this page' }));
    expect(screen.getByText('2 users selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Suspend' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend users' }));
    expect(await dialog.findByText('Will change: 1 user')).toBeVisible();
    expect(dialog.getByText('budi_s')).toBeVisible();
    expect(dialog.getByText('Your own account will not be changed')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Suspend 1 user' }));
    expect(await findToast('Invalid input')).toHaveTextContent('Please enter a reason');
    await user.type(dialog.getByLabelText('Reason'), 'Chargeback');
    await user.click(dialog.getByRole('button', { name: 'Suspend 1 user' }));
    await findToast('1 user suspended');
    const ids = ['u-budi', 'u-ada'];
    expect(sent).toEqual([
      { action: 'suspend', ids, preview: true },
      { action: 'suspend', ids, reason: 'Chargeback' },
    ]);
    expect(screen.queryByText('2 users selected')).not.toBeInTheDocument();
  });

  it('disables the confirmation if no user would change', async () => {
    const user = await open(budi);
    record('post', ACTIONS, () => ok([{ ...effects[0]!, outcome: 'unchanged' }]));
    await user.click((await table()).getByRole('checkbox', { name: 'Select budi_s' }));
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere' }));
    expect(await dialog.findByText('No change needed: 1 user')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Sign out 0 users' })).toBeDisabled();
  });

  it('mark suspended users', async () => {
    await open({ ...budi, suspended_at: '2026-11-21T07:02:00.000Z' } as typeof budi);
    expect((await table()).getByText('Suspended')).toBeVisible();
  });
});
