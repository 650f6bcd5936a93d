import { screen, waitFor, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { page, refuse } from '@/testing/answers.js';
import { table } from '@/testing/dashboard.js';
import { findToast } from '@/testing/render.js';
import { makeAuditEntry } from '@/testing/security-factories.js';

const AUDIT = '/api/security/audit';
const entry = makeAuditEntry();
const bySystem = makeAuditEntry({ actorId: null, action: 'ip.unblocked', ip: '' });

const open = (...handlers: RequestHandler[]) =>
  openAdmin('Audit Log', [...handlers, http.get(AUDIT, () => page([entry, bySystem]))]);

describe('/admin, security-audit section', () => {
  it('shows who did what, to what, when and from where', async () => {
    await open();
    const cells = async (action: string) =>
      within((await table()).getByText(action).closest('tr')!)
        .getAllByRole('cell')
        .slice(0, 5)
        .map(({ textContent }) => textContent);
    expect(await cells('ip.blocked')).toEqual([
      '21 Nov 2026, 14:02',
      'ip.blocked',
      'ip:203.0.113.199',
      'Administrator',
      '198.51.100.200',
    ]);
    expect((await cells('ip.unblocked')).slice(3)).toEqual(['System', '–']);
  });

  it('filters by kind of action and by target, and pages by 15', async () => {
    const asked: string[] = [];
    const user = await open(
      http.get(AUDIT, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        asked.push(search);
        return page([entry], { total: 31, page: Number(searchParams.get('page')) });
      }),
    );
    await table();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(asked.at(-1)).toBe('?page=2&pageSize=15'));
    await user.selectOptions(screen.getByLabelText('Kind of action'), 'ip.');
    await waitFor(() => expect(asked.at(-1)).toBe('?page=1&pageSize=15&action=ip.'));
    await user.type(screen.getByLabelText('Filter by target'), 'ip:203.0.113.199');
    const both = '?page=1&pageSize=15&target=ip%3A203.0.113.199&action=ip.';
    await waitFor(() => expect(asked.at(-1)).toBe(both));
  });

  it('shows what was there before and after', async () => {
    const user = await open();
    const name = 'Details of ip.blocked on ip:203.0.113.199';
    await user.click((await table()).getByRole('button', { name }));
    const shown = within(await screen.findByRole('dialog', { name: 'Audit entry' }));
    expect(shown.getByText('Before').nextElementSibling).toHaveTextContent('Nothing');
    expect(shown.getByText(/"reason": "noise"/)).toBeVisible();
    expect(shown.getByText('security')).toBeVisible();
  });

  it('says that there is nothing, or nothing that fits', async () => {
    const user = await open(http.get(AUDIT, () => page([])));
    expect(await screen.findByText('Nothing has been recorded yet')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Kind of action'), 'rule.');
    expect(await screen.findByText('No entries found')).toBeVisible();
  });

  it('says when it could not be loaded', async () => {
    await open(http.get(AUDIT, () => refuse(403, { message: 'Not allowed.' })));
    expect(await findToast('Failed to load the audit log')).toHaveTextContent('Not allowed.');
  });
});
