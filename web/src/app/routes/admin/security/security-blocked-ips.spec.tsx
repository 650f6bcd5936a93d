import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { never, ok, refuse } from '@/testing/responses.js';
import { advanceTime, table } from '@/testing/dashboard.js';
import { makeBlock, makeRecovery } from '@/testing/factories/security-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const BLOCKED = '/api/security/blocked-ips';
const STATS = { total: 14, auto: 9, manual: 3, temporary: 2 };

const auto = makeBlock({ ip: '203.0.113.199' });
const manual = makeBlock({
  ip: '2001:db8:7::/64',
  block_type: 'manual',
  reason: '',
  expires_at: null,
});
const ended = makeBlock({ ip: '198.51.100.14', block_type: 'temporary', status: 'expired' });
const coming = makeBlock({ ip: '192.0.2.41', status: 'pending' });

const blockPage = (blocks: ReturnType<typeof makeBlock>[], total = blocks.length, page = 1) =>
  ok(blocks, { meta: { page, pageSize: 15, total }, stats: STATS });

const open = (blocks = [auto, manual, ended, coming], ...handlers: RequestHandler[]) =>
  openAdmin('Blocked IPs', [...handlers, http.get(BLOCKED, () => blockPage(blocks))]);

/** Records requests to `method path` and responds with `answer`. */
const record = (
  method: 'post' | 'delete',
  path: string,
  answer: (sent: unknown[]) => Response,
): [unknown[], RequestHandler] => {
  const sent: unknown[] = [];
  const handler = http[method](`/api/security/${path}`, async ({ request }) => {
    sent.push(method === 'delete' ? null : await request.json());
    return answer(sent);
  });
  return [sent, handler];
};

const row = async (ip: string) => within((await table()).getByText(ip).closest('tr')!);
const tick = async (name: string) => (await table()).getByRole('checkbox', { name });
const pane = (term: string) => screen.getByText(term, { selector: 'dt' }).closest('div')!;

describe('/admin security-blocked-ips section', () => {
  it('§2 shows the cards Total, Auto, Manual and Temp blocked', async () => {
    await open();
    await waitFor(() => expect(pane('Total Blocked')).toHaveTextContent('14'));
    expect(pane('Auto Blocked')).toHaveTextContent('9');
    expect(pane('Manual Blocked')).toHaveTextContent('3');
    expect(pane('Temp Blocked')).toHaveTextContent('2');
  });

  it('§2 shows its columns, select-all first', async () => {
    await open();
    const heads = (await table()).getAllByRole('columnheader');
    expect(heads.slice(1).map(({ textContent }) => textContent)).toEqual([
      'IP',
      'Block type',
      'Reason',
      'Blocked at',
      'Expires',
      'Status',
      'Actions',
    ]);
    expect(within(heads[0]!).getByRole('checkbox', { name: 'Select all active' })).toBeVisible();
  });

  it('§2, §3 shows IP, type, reason, times in Asia/Jakarta, Permanent and status', async () => {
    await open();
    const cells = async (ip: string) =>
      (await row(ip))
        .getAllByRole('cell')
        .slice(1, 7)
        .map(({ textContent }) => textContent);
    expect(await cells('203.0.113.199')).toEqual([
      '203.0.113.199',
      'Auto',
      'Password spraying',
      '21 Nov 2026, 14:02 WIB',
      '21 Nov 2026, 15:02 WIB',
      'Active',
    ]);
    expect(await cells('2001:db8:7::/64')).toEqual([
      '2001:db8:7::/64',
      'Manual',
      'none',
      '21 Nov 2026, 14:02 WIB',
      'Permanent',
      'Active',
    ]);
    expect((await cells('198.51.100.14')).slice(-1)).toEqual(['Expired']);
    expect((await cells('198.51.100.14'))[1]).toBe('Temporary');
    expect((await cells('192.0.2.41')).slice(-1)).toEqual(['Pending']);
  });

  it('§2 renders as a list of cards on narrow screens', async () => {
    await open([auto]);
    await table();
    const card = within((await screen.findAllByRole('listitem')).at(-1)!);
    expect(card.getByText('Password spraying')).toBeInTheDocument();
    expect(card.getByRole('checkbox', { name: 'Select 203.0.113.199' })).toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Unblock 203.0.113.199' })).toBeInTheDocument();
  });

  it('§2, §7 filters by IP, block type and status, and resets; §9 pages by 15', async () => {
    const recordedRequests: string[] = [];
    const user = await open(
      [],
      http.get(BLOCKED, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        recordedRequests.push(search);
        return blockPage([auto], 31, Number(searchParams.get('page')));
      }),
    );
    await table();
    expect(recordedRequests).toEqual(['?page=1&pageSize=15']);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(recordedRequests.at(-1)).toBe('?page=2&pageSize=15'));
    await user.selectOptions(screen.getByLabelText('Block type'), 'temporary');
    await waitFor(() =>
      expect(recordedRequests.at(-1)).toBe('?page=1&pageSize=15&blockType=temporary'),
    );
    await user.selectOptions(screen.getByLabelText('Status'), 'expired');
    const both = '?page=1&pageSize=15&blockType=temporary&status=expired';
    await waitFor(() => expect(recordedRequests.at(-1)).toBe(both));
    await user.type(screen.getByLabelText('Filter by IP'), '203.0');
    await waitFor(() => expect(recordedRequests.at(-1)).toBe(`${both}&ip=203.0`));

    const before = recordedRequests.length;
    await user.click(screen.getByRole('button', { name: 'Reset Filters' }));
    expect(screen.getByLabelText('Filter by IP')).toHaveValue('');
    expect(screen.getByLabelText('Block type')).toHaveValue('all');
    expect(screen.getByLabelText('Status')).toHaveValue('all');
    await user.click(screen.getByRole('button', { name: 'Refresh All' }));
    await waitFor(() => expect(recordedRequests.length).toBeGreaterThan(before));
    expect(recordedRequests.at(-1)).toBe('?page=1&pageSize=15');
  });

  it('§2 offers every block type and status', async () => {
    await open();
    const values = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map((option) => (option as HTMLOptionElement).value);
    expect(values('Block type')).toEqual(['all', 'auto', 'manual', 'temporary']);
    expect(values('Status')).toEqual(['all', 'active', 'expired', 'pending']);
  });

  it('shows the empty state and the state without matches', async () => {
    const user = await open([]);
    expect(await screen.findByText('No blocked IPs')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Status'), 'pending');
    expect(await screen.findByText('No blocked IPs found')).toBeVisible();
  });

  it('§8 shows a failed load and retries', async () => {
    const user = await open(
      [],
      http.get(BLOCKED, () => refuse(503)),
    );
    expect(await findToast('Failed to load blocked IPs')).toHaveTextContent('Please try again.');
    server.use(http.get(BLOCKED, () => blockPage([auto])));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect((await table()).getByText('203.0.113.199')).toBeVisible();
  });

  it('§8 shows a failed Refresh All', async () => {
    const user = await open();
    await table();
    server.use(http.get(BLOCKED, () => refuse(503, { message: 'Not now.' })));
    await user.click(screen.getByRole('button', { name: 'Refresh All' }));
    expect(await findToast('Failed to refresh data')).toHaveTextContent('Not now.');
  });

  it('polls while a block is pending and then stops', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-21T07:10:00.000Z') });
    let recordedRequests = 0;
    const handler = http.get(BLOCKED, () => {
      recordedRequests += 1;
      return blockPage([
        recordedRequests === 1 ? coming : { ...coming, status: 'active' as const },
      ]);
    });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await openAdmin('Blocked IPs', [handler], user);
    expect((await row('192.0.2.41')).getByText('Pending')).toBeVisible();
    await advanceTime(5_000);
    const after = await row('192.0.2.41');
    await waitFor(() => expect(after.getByText('Active')).toBeVisible());
    await advanceTime(60_000);
    expect(recordedRequests).toBe(2);
  });

  it('refreshes a row when its block expires', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-21T08:01:30.000Z') });
    let recordedRequests = 0;
    const handler = http.get(BLOCKED, () => {
      recordedRequests += 1;
      return blockPage([recordedRequests === 1 ? auto : { ...auto, status: 'expired' as const }]);
    });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await openAdmin('Blocked IPs', [handler], user);
    expect((await row('203.0.113.199')).getByText('Active')).toBeVisible();
    await advanceTime(36_000);
    const after = await row('203.0.113.199');
    await waitFor(() => expect(after.getByText('Expired')).toBeVisible());
  });

  it('shows a long reason in full', async () => {
    const reason = 'Sixty failed sign-ins to twelve accounts within ten minutes. '.repeat(3).trim();
    await open([makeBlock({ reason, rule: null })]);
    const cell = (await table()).getByText(reason).closest('td')!;
    expect(cell).not.toHaveClass('truncate');
  });

  describe('block row', () => {
    it('§2, §8 unblocks the address and keeps the focus in the row', async () => {
      const [sent, handler] = record('post', 'unblock-ip', () => {
        server.use(http.get(BLOCKED, () => blockPage([{ ...auto, status: 'expired' }])));
        return ok(null);
      });
      const user = await open([auto], handler);
      await user.click((await row('203.0.113.199')).getByRole('button', { name: /^Unblock/ }));
      expect(await findToast('IP unblocked')).toHaveTextContent(
        '203.0.113.199 has been unblocked.',
      );
      expect(sent).toEqual([{ ip: '203.0.113.199', reason: 'Unblocked by an administrator' }]);
      const after = await row('203.0.113.199');
      await waitFor(() => expect(after.getByText('Expired')).toBeVisible());
      expect(after.queryByRole('button', { name: /^Unblock/ })).not.toBeInTheDocument();
      expect(after.getByRole('button', { name: 'Details of 203.0.113.199' })).toHaveFocus();
    });

    it('§8 shows a failed unblock', async () => {
      const [, handler] = record('post', 'unblock-ip', () => refuse(500));
      const user = await open([auto], handler);
      await user.click((await row('203.0.113.199')).getByRole('button', { name: /^Unblock/ }));
      expect(await findToast('Failed to unblock IP')).toHaveTextContent('Please try again.');
    });

    it('§2 offers Unblock until the block has ended', async () => {
      await open();
      expect((await row('192.0.2.41')).getByRole('button', { name: /^Unblock/ })).toBeVisible();
      const over = await row('198.51.100.14');
      expect(over.queryByRole('button', { name: /^Unblock/ })).not.toBeInTheDocument();
    });

    it('§2 has an info button, also for an ended block', async () => {
      await open([ended]);
      const name = 'Details of 198.51.100.14';
      expect((await row('198.51.100.14')).getByRole('button', { name })).toBeVisible();
    });
  });

  describe('row selection', () => {
    it('§2 is limited to active rows, also by select-all', async () => {
      const user = await open();
      const boxes = (await table()).getAllByRole('checkbox');
      expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual([
        'Select all active',
        'Select 203.0.113.199',
        'Select 2001:db8:7::/64',
      ]);
      expect(screen.getByRole('button', { name: 'Unblock Selected (0)' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );

      await user.click(await tick('Select 203.0.113.199'));
      expect(screen.getByRole('button', { name: 'Unblock Selected (1)' })).toBeEnabled();
      expect(await tick('Select all active')).toBePartiallyChecked();

      await user.click(await tick('Select all active'));
      expect(screen.getByRole('button', { name: 'Unblock Selected (2)' })).toBeVisible();
      expect(await tick('Select all active')).toBeChecked();
      await user.click(await tick('Select all active'));
      expect(screen.getByRole('button', { name: 'Unblock Selected (0)' })).toBeVisible();
    });

    it('offers no select-all without active rows', async () => {
      await open([ended]);
      expect(await tick('Select all active')).toBeDisabled();
    });

    it('§5 unblocks nothing without a selection', async () => {
      const user = await open();
      await table();
      await user.click(screen.getByRole('button', { name: 'Unblock Selected (0)' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    const unblockBoth = async (answer: () => Response) => {
      const [sent, handler] = record('post', 'unblock-ip/bulk', answer);
      const user = await open([auto, manual], handler);
      await user.click(await tick('Select all active'));
      await user.click(screen.getByRole('button', { name: 'Unblock Selected (2)' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Unblock 2 IPs?' }));
      expect(dialog.getByText('203.0.113.199')).toBeVisible();
      expect(dialog.getByText('2001:db8:7::/64')).toBeVisible();
      expect(sent).toEqual([]);
      await user.click(dialog.getByRole('button', { name: 'Unblock' }));
      return sent;
    };

    it('§2, §8 is unblocked after confirmation and then cleared', async () => {
      const sent = await unblockBoth(() => {
        const over = [auto, manual].map((block) => ({ ...block, status: 'expired' as const }));
        server.use(http.get(BLOCKED, () => blockPage(over)));
        return ok({ unblocked: 2, notBlocked: [] });
      });
      expect(await findToast('IP unblocked')).toHaveTextContent('2 IPs have been unblocked.');
      expect(sent).toEqual([
        { ips: ['203.0.113.199', '2001:db8:7::/64'], reason: 'Unblocked by an administrator' },
      ]);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(screen.getByRole('button', { name: 'Unblock Selected (0)' })).toHaveFocus();
    });

    it('shows how many blocks had already ended', async () => {
      await unblockBoth(() => ok({ unblocked: 1, notBlocked: ['2001:db8:7::/64'] }));
      expect(await findToast('IP unblocked')).toHaveTextContent(
        '1 IP has been unblocked. 1 failed.',
      );
    });

    it('§8 shows a failure and keeps the selection', async () => {
      await unblockBoth(() => refuse(503));
      expect(await findToast('Failed to unblock selected IPs')).toHaveTextContent(
        'Please try again.',
      );
      expect(screen.getByRole('dialog', { name: 'Unblock 2 IPs?' })).toBeVisible();
    });
  });

  describe('Remove Expired dialog', () => {
    const removeExpired = async (answer: () => Response) => {
      const [sent, handler] = record('delete', 'blocked-ips/expired', answer);
      const user = await open([auto], handler);
      await user.click(screen.getByRole('button', { name: 'Remove Expired' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Remove expired blocks?' }));
      expect(sent).toEqual([]);
      return { user, dialog, sent };
    };

    it('§2 removes expired blocks after confirmation', async () => {
      const { user, dialog, sent } = await removeExpired(() => ok({ removed: 3 }));
      await user.click(dialog.getByRole('button', { name: 'Remove Expired' }));
      expect(await findToast('Expired blocks removed')).toHaveTextContent('3 blocks were removed.');
      expect(sent).toHaveLength(1);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(screen.getByRole('button', { name: 'Remove Expired' })).toHaveFocus();
    });

    it('§8 shows a failed deletion', async () => {
      const { user, dialog } = await removeExpired(() => refuse(500));
      await user.click(dialog.getByRole('button', { name: 'Remove Expired' }));
      expect(await findToast('Failed to remove expired blocks')).toHaveTextContent(
        'Please try again.',
      );
    });

    it('removes nothing on Escape', async () => {
      const { user, sent } = await removeExpired(() => ok({ removed: 3 }));
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(sent).toEqual([]);
    });
  });

  describe('Block IP dialog', () => {
    const openBlock = async (answer: (sent: unknown[]) => Response = () => ok(auto)) => {
      const [sent, handler] = record('post', 'block-ip', answer);
      const user = await open([], handler);
      await user.click(screen.getByRole('button', { name: 'Block IP' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Block IP' }));
      const go = () => user.click(dialog.getByRole('button', { name: 'Block IP' }));
      return { user, dialog, sent, go };
    };

    it('§5 requires an IP', async () => {
      const { dialog, go, sent } = await openBlock();
      expect(dialog.getByLabelText('Duration (minutes)')).toHaveValue(60);
      await go();
      expect(await findToast('Invalid input')).toHaveTextContent(
        'Please enter a valid IP address.',
      );
      expect(dialog.getByText('Please enter a valid IP address.')).toBeVisible();
      expect(dialog.getByLabelText('IP address')).toHaveFocus();
      expect(sent).toEqual([]);
    });

    it('§5 leaves the IP format to the server', async () => {
      const { user, dialog, go, sent } = await openBlock();
      await user.type(dialog.getByLabelText('IP address'), ' not-an-address ');
      await go();
      await findToast('IP blocked successfully');
      expect(sent).toEqual([{ ip: 'not-an-address', duration: 60, reason: '' }]);
    });

    it.each([
      ['', 60],
      ['e', 60],
      ['1', 1],
      ['10080', 10_080],
    ])('§5, §8, §9 sends the duration "%s" as %i', async (typed, duration) => {
      const { user, dialog, go, sent } = await openBlock();
      await user.type(dialog.getByLabelText('IP address'), '203.0.113.7');
      const field = dialog.getByLabelText('Duration (minutes)');
      await user.clear(field);
      if (typed) await user.type(field, typed);
      await user.tab();
      expect(field).toHaveValue(duration);
      await go();
      expect(await findToast('IP blocked successfully')).toHaveTextContent(
        `203.0.113.7 blocked for ${duration} minutes`,
      );
      expect(sent).toEqual([{ ip: '203.0.113.7', duration, reason: '' }]);
    });

    it.each([
      ['0', 'Duration must be at least 1 minute'],
      ['10081', 'Duration can be at most 10080 minutes (7 days)'],
    ])('§5, §9 rejects a duration of %s', async (typed, sentence) => {
      const { user, dialog, go, sent } = await openBlock();
      await user.type(dialog.getByLabelText('IP address'), '203.0.113.7');
      await user.clear(dialog.getByLabelText('Duration (minutes)'));
      await user.type(dialog.getByLabelText('Duration (minutes)'), typed);
      await go();
      expect(await dialog.findByText(sentence)).toBeVisible();
      expect(sent).toEqual([]);
    });

    it('§8 shows a failure at the field named by the server', async () => {
      const details = [{ path: 'ip', message: 'Please enter a valid IP address.' }];
      const { user, dialog, go } = await openBlock(() =>
        refuse(400, { message: 'Please enter a valid IP address.', details }),
      );
      await user.type(dialog.getByLabelText('IP address'), 'nowhere');
      await go();
      expect(await findToast('Failed to block IP')).toHaveTextContent(
        'Please enter a valid IP address.',
      );
      expect(dialog.getByLabelText('IP address')).toBeInvalid();
      expect(dialog.getByLabelText('IP address')).toHaveValue('nowhere');
    });

    it('asks for a second confirmation before blocking the administrator’s own address', async () => {
      const { user, dialog, go, sent } = await openBlock((all) =>
        all.length === 1
          ? refuse(409, { code: 'OWN_ADDRESS', message: 'You come from this address yourself.' })
          : ok(auto),
      );
      await user.type(dialog.getByLabelText('IP address'), '203.0.113.7');
      await go();
      const second = within(await screen.findByRole('dialog', { name: 'Block your own address?' }));
      expect(second.getByText('You come from this address yourself.')).toBeVisible();
      expect(screen.queryByText('Failed to block IP')).not.toBeInTheDocument();
      await user.click(second.getByRole('button', { name: 'Block my own address' }));
      expect(await findToast('IP blocked successfully')).toBeVisible();
      const block = { ip: '203.0.113.7', duration: 60, reason: '' };
      expect(sent).toEqual([block, { ...block, confirm: true }]);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(screen.getByRole('button', { name: 'Block IP' })).toHaveFocus();
    });

    it('does not block the own address on Cancel', async () => {
      const { user, dialog, go, sent } = await openBlock(() =>
        refuse(409, { code: 'OWN_ADDRESS' }),
      );
      await user.type(dialog.getByLabelText('IP address'), '203.0.113.7');
      await go();
      const second = within(await screen.findByRole('dialog', { name: 'Block your own address?' }));
      expect(second.getByText('This is your current IP address.')).toBeVisible();
      await user.click(second.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(sent).toHaveLength(1);
    });

    it('stays open until the response arrives', async () => {
      const user = await open(
        [],
        http.post('/api/security/block-ip', () => never()),
      );
      await user.click(screen.getByRole('button', { name: 'Block IP' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Block IP' }));
      await user.type(dialog.getByLabelText('IP address'), '203.0.113.7');
      await user.click(dialog.getByRole('button', { name: 'Block IP' }));
      await waitFor(() => expect(dialog.getByRole('button', { name: 'Block IP' })).toBeDisabled());
      await user.keyboard('{Escape}');
      expect(screen.getByRole('dialog', { name: 'Block IP' })).toBeVisible();
    });
  });

  it('§2 opens the Trigger Recovery dialog', async () => {
    const [sent, handler] = record('post', 'recovery/trigger', () =>
      ok(makeRecovery({ status: 'in_progress' })),
    );
    const user = await open([auto], handler);
    await user.click(screen.getByRole('button', { name: 'Trigger Recovery' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Trigger Recovery' }));
    await user.type(dialog.getByLabelText('IP address'), '203.0.113.199');
    await user.selectOptions(dialog.getByLabelText('Recovery type'), 'full-recovery');
    await user.click(dialog.getByRole('button', { name: 'Trigger Recovery' }));
    expect(await findToast('Recovery triggered')).toHaveTextContent(
      'Full recovery for 203.0.113.199',
    );
    expect(sent).toEqual([{ ip: '203.0.113.199', recoveryType: 'full-recovery', reason: '' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
