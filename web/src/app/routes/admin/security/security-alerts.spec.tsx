import { screen, waitFor, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import { makeAlert, makeBlock, makeSecurityStats } from '@/testing/factories/security-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const ALERTS = '/api/security/alerts';
const NOW = Date.parse('2026-11-21T07:10:00.000Z');

const spray = makeAlert({ id: 'a-spray' });
const flood = makeAlert({
  id: 'a-flood',
  type: 'rate_limit',
  severity: 'medium',
  ip: '198.51.100.14',
  message: '/auth/login over its limit',
});

const open = (alerts = [spray, flood], ...handlers: RequestHandler[]) =>
  openAdmin('Security Alerts', [
    ...handlers,
    http.get(ALERTS, () => page(alerts)),
    http.get(`${ALERTS}/stats`, () => ok(makeSecurityStats())),
  ]);

/** Opens the section and records the queries of the table and the counters. */
const openAndListen = async () => {
  const lists: string[] = [];
  const stats: string[] = [];
  const user = await open(
    [],
    http.get(ALERTS, ({ request }) => {
      lists.push(new URL(request.url).search);
      return page([spray], {
        total: 31,
        page: Number(new URL(request.url).searchParams.get('page')),
      });
    }),
    http.get(`${ALERTS}/stats`, ({ request }) => {
      stats.push(new URL(request.url).search);
      return ok(makeSecurityStats());
    }),
  );
  await table();
  return { user, lists, stats };
};

const counter = (name: string) =>
  within(screen.getByRole('group', { name: 'Alerts by type' })).getByRole('button', {
    name: new RegExp(`^${name}`),
  });

const words = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

describe('/admin security-alerts section', () => {
  it('§2 shows its columns', async () => {
    await open();
    const heads = (await table()).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'Type',
      'IP',
      'Message',
      'Severity',
      'Time',
      'Actions',
    ]);
  });

  it('§2 shows type, IP, message, severity and time of each alert', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
    await open();
    const cells = within((await table()).getByText('198.51.100.14').closest('tr')!)
      .getAllByRole('cell')
      .slice(0, 5);
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'Rate limit',
      '198.51.100.14',
      '/auth/login over its limit',
      'Medium',
      '8 minutes ago',
    ]);
    clock.mockRestore();
  });

  it('§2 renders as a list of cards on narrow screens', async () => {
    await open();
    await table();
    const card = within((await screen.findAllByRole('listitem')).at(-1)!);
    expect(card.getByText('/auth/login over its limit')).toBeInTheDocument();
    expect(card.getByText('Medium')).toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Block IP 198.51.100.14' })).toBeInTheDocument();
  });

  it('labels an attack from many addresses and offers no block', async () => {
    await open([makeAlert({ ip: '' })]);
    const rows = await table();
    expect(rows.getByText('many addresses')).toBeVisible();
    expect(rows.queryByRole('button', { name: /^Block IP/ })).not.toBeInTheDocument();
  });

  it('§2 counts brute_force, rate_limit and suspicious', async () => {
    await open();
    await waitFor(() => expect(counter('Brute force')).toHaveTextContent('9'));
    expect(counter('Rate limit')).toHaveTextContent('12');
    expect(counter('Suspicious')).toHaveTextContent('6');
  });

  it('shows dashes when the counters fail to load', async () => {
    await open(
      [spray],
      http.get(`${ALERTS}/stats`, () => refuse(503)),
    );
    await table();
    expect(counter('Brute force')).toHaveTextContent('–');
  });

  it('§2, §9 offers its filters', async () => {
    await open();
    expect(words('Type')).toEqual(['All types', 'Brute force', 'Rate limit', 'Suspicious']);
    expect(words('Severity')).toEqual(['All severities', 'Low', 'Medium', 'High']);
    expect(words('Time range')).toEqual([
      'Last hour',
      'Last 24 hours',
      'Last 7 days',
      'Last 30 days',
    ]);
  });

  it('§7, §9 filters and pages by 15 on the server; "all" is omitted', async () => {
    const { user, lists, stats } = await openAndListen();
    expect(lists).toEqual(['?page=1&pageSize=15&timeRange=24h']);
    expect(stats).toEqual(['?timeframe=24h']);

    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(lists.at(-1)).toBe('?page=2&pageSize=15&timeRange=24h'));

    await user.selectOptions(screen.getByLabelText('Type'), 'suspicious');
    const suspicious = '?page=1&pageSize=15&type=suspicious&timeRange=24h';
    await waitFor(() => expect(lists.at(-1)).toBe(suspicious));

    await user.selectOptions(screen.getByLabelText('Severity'), 'high');
    const high = '?page=1&pageSize=15&type=suspicious&severity=high&timeRange=24h';
    await waitFor(() => expect(lists.at(-1)).toBe(high));

    await user.selectOptions(screen.getByLabelText('Time range'), '30d');
    await waitFor(() => expect(lists.at(-1)).toBe(high.replace('24h', '30d')));
    await waitFor(() => expect(stats.at(-1)).toBe('?timeframe=30d'));

    await user.type(screen.getByLabelText('Filter by IP'), ' 203.0 ');
    const searched = `${high.replace('24h', '30d')}&ip=203.0`;
    await waitFor(() => expect(lists.at(-1)).toBe(searched));
  });

  it('§2 counters filter the list by their type', async () => {
    const { user, lists } = await openAndListen();
    await user.click(counter('Brute force'));
    await waitFor(() => expect(lists.at(-1)).toContain('type=brute_force'));
    expect(counter('Brute force')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByLabelText('Type')).toHaveValue('brute_force');
    await user.click(counter('Brute force'));
    expect(counter('Brute force')).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByLabelText('Type')).toHaveValue('all');
  });

  it('§2 shows No security alerts found', async () => {
    await open([]);
    expect(await screen.findByText('No security alerts found')).toBeVisible();
  });

  it('§8 shows a failed load and retries', async () => {
    const user = await open(
      [],
      http.get(ALERTS, () => refuse(503)),
    );
    expect(await findToast('Failed to load security alerts')).toHaveTextContent(
      'Please try again.',
    );
    server.use(http.get(ALERTS, () => page([spray])));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect((await table()).getByText('203.0.113.199')).toBeVisible();
  });

  it('reloads on Refresh', async () => {
    const user = await open([spray]);
    await table();
    server.use(http.get(ALERTS, () => page([spray, flood])));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(async () => expect((await table()).getByText('198.51.100.14')).toBeVisible());
    expect(screen.getByRole('button', { name: 'Refresh' })).toHaveFocus();
  });

  it('§8 shows a failed refresh and keeps the old data', async () => {
    const user = await open([spray]);
    await table();
    server.use(http.get(ALERTS, () => refuse(503)));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await findToast('Failed to refresh data')).toBeVisible();
    expect((await table()).getByText('203.0.113.199')).toBeVisible();
  });

  describe('alert row', () => {
    it('§2 opens the block dialog prefilled; §8 blocks the address', async () => {
      const sent: unknown[] = [];
      const user = await open(
        [spray],
        http.post('/api/security/block-ip', async ({ request }) => {
          sent.push(await request.json());
          return ok(makeBlock());
        }),
      );
      await user.click((await table()).getByRole('button', { name: 'Block IP 203.0.113.199' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Block IP' }));
      expect(dialog.getByLabelText('IP address')).toHaveValue('203.0.113.199');
      expect(dialog.getByLabelText('Duration (minutes)')).toHaveValue(60);
      expect(dialog.getByLabelText('Reason (optional)')).toHaveValue(spray.message);
      await user.click(dialog.getByRole('button', { name: 'Block IP' }));
      expect(await findToast('IP blocked successfully')).toHaveTextContent(
        '203.0.113.199 blocked for 60 minutes',
      );
      expect(sent).toEqual([{ ip: '203.0.113.199', duration: 60, reason: spray.message }]);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    const DELETE = 'Delete the Brute force alert for 203.0.113.199';

    it('§8 deletes the alert and moves the focus to the next row', async () => {
      let deleted = '';
      const user = await open(
        [spray, flood],
        http.delete(`${ALERTS}/:id`, ({ params }) => {
          deleted = String(params.id);
          server.use(http.get(ALERTS, () => page([flood])));
          return ok(null);
        }),
      );
      await user.click((await table()).getByRole('button', { name: DELETE }));
      expect(await findToast('Alert deleted')).toBeVisible();
      expect(deleted).toBe('a-spray');
      const rows = await table();
      await waitFor(() => expect(rows.queryByText('203.0.113.199')).not.toBeInTheDocument());
      expect(
        rows.getByRole('button', { name: 'Delete the Rate limit alert for 198.51.100.14' }),
      ).toHaveFocus();
    });

    it('moves the focus to the section after the last alert was deleted', async () => {
      const user = await open(
        [spray],
        http.delete(`${ALERTS}/:id`, () => {
          server.use(http.get(ALERTS, () => page([])));
          return ok(null);
        }),
      );
      await user.click((await table()).getByRole('button', { name: DELETE }));
      await screen.findByText('No security alerts found');
      expect(screen.getByRole('main')).toHaveFocus();
    });

    it('§8 shows a failed deletion with the server’s message', async () => {
      const user = await open(
        [spray],
        http.delete(`${ALERTS}/:id`, () => refuse(404, { message: 'It is gone already.' })),
      );
      await user.click((await table()).getByRole('button', { name: DELETE }));
      expect(await findToast('Failed to delete alert')).toHaveTextContent('It is gone already.');
    });

    it('§8 shows Unknown error when the server sends no message', async () => {
      const user = await open(
        [spray],
        http.delete(`${ALERTS}/:id`, () => refuse(500)),
      );
      await user.click((await table()).getByRole('button', { name: DELETE }));
      expect(await findToast('Failed to delete alert')).toHaveTextContent('Unknown error');
    });
  });

  describe('Clear Alerts dialog', () => {
    const openClear = async (answer: () => Response = () => ok({ cleared: 12 })) => {
      const sent: unknown[] = [];
      const user = await open(
        [spray],
        http.delete(`${ALERTS}/clear`, async ({ request }) => {
          sent.push(await request.json());
          return answer();
        }),
      );
      await user.click(screen.getByRole('button', { name: 'Clear Alerts' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Clear Alerts' }));
      const go = () => user.click(dialog.getByRole('button', { name: 'Clear Alerts' }));
      return { user, dialog, sent, go };
    };

    it('§2 offers type and timeframe', async () => {
      const { dialog } = await openClear();
      const options = (label: string) =>
        within(dialog.getByLabelText(label))
          .getAllByRole('option')
          .map((option) => (option as HTMLOptionElement).value);
      expect(options('Type')).toEqual(['all', 'brute_force', 'rate_limit', 'suspicious']);
      expect(options('Timeframe')).toEqual(['all', '1h', '24h', '7d']);
    });

    it('§5 omits empty fields and "all"', async () => {
      const { go, sent } = await openClear();
      await go();
      expect(await findToast('Alerts cleared')).toHaveTextContent('12 alerts were deleted.');
      expect(sent).toEqual([{}]);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(screen.getByRole('button', { name: 'Clear Alerts' })).toHaveFocus();
    });

    it.each([
      ['1h', '2026-11-21T06:10:00.000Z'],
      ['24h', '2026-11-20T07:10:00.000Z'],
      ['7d', '2026-11-14T07:10:00.000Z'],
    ])('§5, §7, §9 trims the IP and sends %s as a time', async (age, olderThan) => {
      const { user, dialog, go, sent } = await openClear();
      await user.type(dialog.getByLabelText('IP address (optional)'), '  203.0.113.199 ');
      await user.selectOptions(dialog.getByLabelText('Type'), 'brute_force');
      await user.selectOptions(dialog.getByLabelText('Timeframe'), age);
      const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
      await go();
      await findToast('Alerts cleared');
      clock.mockRestore();
      expect(sent).toEqual([{ ip: '203.0.113.199', type: 'brute_force', olderThan }]);
    });

    it('§8 shows a failure and keeps the selection', async () => {
      const { user, dialog, go } = await openClear(() => refuse(500));
      await user.type(dialog.getByLabelText('IP address (optional)'), '203.0.113.199');
      await go();
      expect(await findToast('Failed to clear alerts')).toHaveTextContent('Please try again.');
      expect(dialog.getByLabelText('IP address (optional)')).toHaveValue('203.0.113.199');
    });

    it('clears nothing on Cancel', async () => {
      const { user, dialog, sent } = await openClear();
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(sent).toEqual([]);
    });
  });
});
