import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { never, ok, page, refuse } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import { makeUser } from '@/testing/factories/factories.js';
import { makeAuditEntry } from '@/testing/factories/security-factories.js';
import { findToast } from '@/testing/render.js';
import { savedFiles } from '@/testing/saved-files.js';

const AUDIT = '/api/security/audit';
const entry = makeAuditEntry();
const bySystem = makeAuditEntry({
  actorId: null,
  actorRole: 'system',
  actorName: null,
  action: 'ip.unblocked',
  ip: '',
});

const open = (...handlers: RequestHandler[]) =>
  openAdmin('Audit Log', [...handlers, http.get(AUDIT, () => page([entry, bySystem]))]);

describe('/admin security-audit section', () => {
  it('shows actor, action, target, time and address of each entry', async () => {
    await open();
    const cells = async (action: string) =>
      within((await table()).getByText(action).closest('tr')!)
        .getAllByRole('cell')
        .slice(0, 4)
        .map(({ textContent }) => textContent);
    expect(await cells('blocked')).toEqual([
      '21 Nov 2026, 14:02 WIB',
      'root blocked 203.0.113.199',
      'root · Administrator',
      '198.51.100.200',
    ]);
    expect((await cells('unblocked')).slice(1)).toEqual([
      'System unblocked 203.0.113.199',
      'System',
      '–',
    ]);
  });

  it('filters by action and target, and pages by 15', async () => {
    const requests: string[] = [];
    const user = await open(
      http.get(AUDIT, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        requests.push(search);
        return page([entry], { total: 31, page: Number(searchParams.get('page')) });
      }),
    );
    await table();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(requests.at(-1)).toBe('?page=2&pageSize=15'));
    await user.selectOptions(screen.getByLabelText('Action type'), 'ip.');
    await waitFor(() => expect(requests.at(-1)).toBe('?page=1&pageSize=15&action=ip.'));
    await user.type(screen.getByLabelText('Filter by target'), 'ip:203.0.113.199');
    const both = '?page=1&pageSize=15&target=ip%3A203.0.113.199&action=ip.';
    await waitFor(() => expect(requests.at(-1)).toBe(both));
  });

  it('shows the state before and after a change', async () => {
    const user = await open();
    const name = 'Details of ip.blocked on ip:203.0.113.199';
    await user.click((await table()).getByRole('button', { name }));
    const shown = within(await screen.findByRole('dialog', { name: 'Audit entry' }));
    expect(shown.getByText('Before').nextElementSibling).toHaveTextContent('Nothing');
    expect(shown.getByText(/"reason": "noise"/)).toBeVisible();
    expect(shown.getByText('security')).toBeVisible();
  });

  it('labels customers, deleted users, visitors and the current administrator', async () => {
    const me = makeUser({ admin: 1 });
    const acts = [
      makeAuditEntry({ action: 'a', actorRole: 'customer', actorName: 'ann' }),
      makeAuditEntry({ action: 'b', actorRole: 'customer', actorName: null }),
      makeAuditEntry({ action: 'c', actorRole: null, actorName: null }),
      makeAuditEntry({ action: 'd', actorRole: 'visitor', actorId: null, actorName: null }),
      makeAuditEntry({ action: 'e', actorId: me.id, actorName: 'boss' }),
      makeAuditEntry({ action: 'g', actorRole: 'customer', actorName: 'ann', apiKeyId: 'k1' }),
      makeAuditEntry({ action: 'f', target: 'user:42', targetName: 'budi' }),
    ];
    await open(
      http.get(AUDIT, () => page(acts)),
      http.get('/api/user/profile', () => ok({ user: me })),
    );
    const rows = (await table()).getAllByRole('row').slice(1);
    const cell = (n: number) => rows.map((row) => within(row).getAllByRole('cell')[n]!.textContent);
    expect(cell(2)).toEqual([
      'ann · Customer',
      'Deleted user · Customer',
      'Deleted user · User',
      'Visitor (not signed in)',
      'boss (you) · Administrator',
      'ann · Customer · API key',
      'root · Administrator',
    ]);
    expect(cell(1).at(-1)).toBe('root: f (budi)');
  });

  it('tells each change as a sentence with links', async () => {
    const user = await open(
      http.get(AUDIT, () =>
        page([
          makeAuditEntry({
            action: 'quota.adjusted',
            target: 'user:u7',
            targetName: 'agus',
            after: { quota: 12, operation: 'add', amount: 5 },
          }),
          makeAuditEntry({ action: 'role.changed', target: 'user:u8', after: { admin: 1 } }),
          makeAuditEntry({ action: 'topup.credited', target: 'topup:t1' }),
          makeAuditEntry({
            action: 'install.status-edited',
            target: 'install:i1',
            after: { status: 'failed' },
          }),
          makeAuditEntry({ action: 'recovery.triggered', target: 'recovery:r1' }),
          makeAuditEntry({ action: 'payment-method.disabled', target: 'payment-method:QRIS' }),
        ]),
      ),
      http.get('/api/admin/users/u7', () => ok(makeUser({ username: 'agus' }))),
      http.get('/api/admin/users/u7/quota/ledger', () => page([])),
    );
    const rows = (await table()).getAllByRole('row').slice(1);
    const sentences = rows.map((row) => within(row).getAllByRole('cell')[1]!.textContent);
    expect(sentences).toEqual([
      'root added 5 quota to agus',
      'root made Deleted user an administrator',
      'root credited a top-up',
      'root set an install to Failed',
      'root triggered a recovery',
      'root disabled the payment method QRIS',
    ]);
    await user.click(within(rows[0]!).getByRole('button', { name: 'agus' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'agus' })).toBeVisible();
  });

  it('links a payment method to its section', async () => {
    const target = 'payment-method:QRIS';
    const user = await open(
      http.get(AUDIT, () => page([makeAuditEntry({ action: 'payment-method.disabled', target })])),
    );
    await user.click((await table()).getByRole('button', { name: 'QRIS' }));
    await screen.findByRole('heading', { level: 1, name: 'Payment Methods' });
  });

  it('says that names could not be loaded instead of calling the users deleted', async () => {
    await open(
      http.get(AUDIT, () =>
        page([makeAuditEntry({ actorId: 'u9', actorName: null, namesKnown: false })]),
      ),
    );
    expect(await screen.findByText('Names could not be loaded.')).toBeVisible();
    expect((await table()).getByText('u9 · Administrator')).toBeVisible();
    expect(screen.queryByText(/Deleted user/)).not.toBeInTheDocument();
  });

  it('offers a calendar that is used by keyboard', async () => {
    const requests: string[] = [];
    const user = await open(
      http.get(AUDIT, ({ request }) => {
        requests.push(new URL(request.url).search);
        return page([entry]);
      }),
    );
    await table();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-20' } });
    await user.click(screen.getByRole('button', { name: 'Choose a date: From' }));
    expect(screen.getByRole('button', { name: '20 Nov 2026' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(requests.at(-1)).toContain('from=2026-12-04'));
    expect(screen.getByLabelText('From')).toHaveValue('2026-12-04');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('filters by actor, found by name or entered as an id', async () => {
    const requests: string[] = [];
    const ann = makeUser({ username: 'Ann' });
    const user = await open(
      http.get(AUDIT, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        requests.push(search);
        return page(searchParams.has('actor') ? [] : [entry]);
      }),
      http.get('/api/admin/users', ({ request }) => {
        const search = new URL(request.url).searchParams.get('search') ?? '';
        const users = [ann, makeUser({ username: 'annabel' })];
        return page(users.filter(({ username }) => username.toLowerCase().includes(search)));
      }),
    );
    await table();
    const field = screen.getByLabelText('Done by (username)');
    await user.type(field, 'an');
    expect(await screen.findByText('Choose a user from the list.')).toBeVisible();
    expect(requests.at(-1)).toBe('?page=1&pageSize=15');
    await user.type(field, 'n');
    await waitFor(() => expect(requests.at(-1)).toBe(`?page=1&pageSize=15&actor=${ann.id}`));
    await user.type(field, 'xy');
    expect(await screen.findByText('No user with this name.')).toBeVisible();
    expect(await screen.findByRole('cell', { name: 'root blocked 203.0.113.199' })).toBeVisible();
    const deletedUserId = '01a20d74-693f-777b-b13e-33aabed0dbe5';
    await user.clear(field);
    await user.type(field, deletedUserId);
    await waitFor(() => expect(requests.at(-1)).toBe(`?page=1&pageSize=15&actor=${deletedUserId}`));
  });

  it('filters by full days and reports invalid dates', async () => {
    const requests: string[] = [];
    await open(
      http.get(AUDIT, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        requests.push(search);
        return searchParams.get('from') === '2026-11-22' && searchParams.has('to')
          ? refuse(400, { message: 'The first day must not be after the last day' })
          : page([entry]);
      }),
    );
    await table();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '0202-11-20' } });
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-20' } });
    await waitFor(() => expect(requests.at(-1)).toBe('?page=1&pageSize=15&from=2026-11-20'));
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-21' } });
    const both = '?page=1&pageSize=15&from=2026-11-20&to=2026-11-21';
    await waitFor(() => expect(requests.at(-1)).toBe(both));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-22' } });
    const region = screen.getByRole('region', { name: 'Audit Log' });
    expect(
      await within(region).findByText('The first day must not be after the last day'),
    ).toBeVisible();
    expect(requests.some((search) => search.includes('0202'))).toBe(false);
  });

  describe('CSV export', () => {
    const csv = savedFiles();

    it('contains every page of the filtered list with times in Asia/Jakarta', async () => {
      const requests: string[] = [];
      const user = await open(
        http.get(AUDIT, ({ request }) => {
          const { search, searchParams } = new URL(request.url);
          if (!searchParams.has('after')) return page([entry], { total: 2 });
          requests.push(search);
          return searchParams.get('after') === ''
            ? page([entry], { total: 2, next: 'x1' })
            : page([bySystem], { total: 2 });
        }),
      );
      await table();
      await user.selectOptions(screen.getByLabelText('Action type'), 'ip.');
      await user.click(screen.getByRole('button', { name: 'Export CSV' }));
      expect(await findToast('Export saved')).toHaveTextContent(/2 rows in audit-log-.*\.csv/);
      expect(requests).toEqual([
        '?page=1&pageSize=100&action=ip.&after=',
        '?page=1&pageSize=100&action=ip.&after=x1',
      ]);
      expect((await csv.text()).split('\r\n')).toEqual([
        'Time,Action,Target,Target name,By,Role,User ID,API key ID,From,Service,Before,After',
        `2026-11-21T14:02:00.000+07:00,ip.blocked,ip:203.0.113.199,,root,Administrator,${entry.actorId},,198.51.100.200,security,,"{""reason"":""noise"",""blockType"":""manual""}"`,
        `2026-11-21T14:02:00.000+07:00,ip.unblocked,ip:203.0.113.199,,,System,,,,security,,"{""reason"":""noise"",""blockType"":""manual""}"`,
        '',
      ]);
      expect(csv.names()).toEqual([expect.stringMatching(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)]);
    });

    it('saves no file for an empty list or after a failed page', async () => {
      let fails = false;
      const user = await open(
        http.get(AUDIT, ({ request }) =>
          fails && new URL(request.url).searchParams.get('after') === 'x1'
            ? refuse(503, { message: 'The log is away.' })
            : page(fails ? [entry] : [], fails ? { next: 'x1' } : {}),
        ),
      );
      const button = await screen.findByRole('button', { name: 'Export CSV' });
      await user.click(button);
      expect(await findToast('Nothing to export')).toBeVisible();
      fails = true;
      await user.click(button);
      expect(await findToast('Export failed')).toHaveTextContent('The log is away.');
      expect(csv.names()).toEqual([]);
    });

    it('shows its progress and stops on request', async () => {
      const user = await open(
        http.get(AUDIT, async ({ request }) => {
          if (new URL(request.url).searchParams.get('after') === 'x1') await never();
          return page([entry], { next: 'x1' });
        }),
      );
      await table();
      await user.click(screen.getByRole('button', { name: 'Export CSV' }));
      await user.click(await screen.findByRole('button', { name: 'Stop (1 rows)' }));
      expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeVisible();
      expect(csv.names()).toEqual([]);
    });
  });

  it('shows the empty state and the state without matches', async () => {
    const user = await open(http.get(AUDIT, () => page([])));
    expect(await screen.findByText('No entries yet')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Action type'), 'rule.');
    expect(await screen.findByText('No entries found')).toBeVisible();
  });

  it('reports a failed load', async () => {
    await open(http.get(AUDIT, () => refuse(403, { message: 'Not allowed.' })));
    expect(await findToast('Failed to load the audit log')).toHaveTextContent('Not allowed.');
  });
});
