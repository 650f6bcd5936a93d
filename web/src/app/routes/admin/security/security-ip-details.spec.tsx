import { act, screen, waitFor, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { chooseLanguage } from '@/messages/load-language.js';
import { openAdmin } from '@/testing/admin.js';
import { never, ok, page, refuse } from '@/testing/responses.js';
import { makeAlert, makeBlock, makeIpDetails } from '@/testing/factories/security-factories.js';
import { findToast } from '@/testing/render.js';

const IP = '203.0.113.199';
const DETAILS = '/api/security/ip-details';

const blocks = http.get('/api/security/blocked-ips', () => page([makeBlock({ ip: IP })]));

async function openDetails(details: RequestHandler) {
  const user = await openAdmin('Blocked IPs', [blocks, details]);
  await user.click((await screen.findAllByRole('button', { name: `Details of ${IP}` }))[0]!);
  return user;
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'IP details' }));

describe('/admin address details', () => {
  it('shows block, events, accounts, alerts and decisions', async () => {
    const requests: string[] = [];
    const user = await openDetails(
      http.get(DETAILS, ({ request }) => {
        requests.push(new URL(request.url).search);
        return ok(makeIpDetails());
      }),
    );
    const shown = await dialog();
    expect(await shown.findByText('203.0.113.0/24, until 21 Nov 2026, 15:02 WIB')).toBeVisible();
    expect(requests).toEqual([`?ip=${IP}`]);
    expect(shown.getByText('No rule will block it until 21 Nov 2026, 15:12 WIB')).toBeVisible();
    expect(shown.getByText('Login failed')).toBeVisible();
    expect(shown.getByText('1,204 ×')).toBeVisible();
    expect(shown.getByText('24 failed logins for 3 usernames in 5 minutes')).toBeVisible();
    expect(shown.getByText('Password spraying')).toBeVisible();
    expect(shown.getByText('Accounts').nextElementSibling).toHaveTextContent('2');
    await user.click(shown.getAllByRole('button', { name: 'Close' })[0]!);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('translates the alerts and decisions of a rule', async () => {
    const alert = makeAlert({
      rule: 'refused-tokens',
      message: '9 refused tokens within 10 minutes',
    });
    const decision = makeBlock({ rule: 'file-scanning', reason: 'Calls of many files.' });
    const details = makeIpDetails({ alerts: [alert], decisions: [decision] });
    await openDetails(http.get(DETAILS, () => ok(details)));
    expect(await (await dialog()).findByText(decision.reason)).toBeVisible();
    await act(() => chooseLanguage('id'));
    expect(screen.getByText('9 token ditolak dalam 10 menit')).toBeVisible();
    expect(screen.getByText(/^Permintaan banyak file/)).toBeVisible();
    await act(() => chooseLanguage('en'));
  });

  it('shows an address without block, grace period or allowlist entry', async () => {
    const none = { block: null, graceUntil: null, signals: [], accounts: [], alerts: [] };
    await openDetails(http.get(DETAILS, () => ok(makeIpDetails({ ...none, decisions: [] }))));
    const shown = await dialog();
    expect(await shown.findByText('Not blocked')).toBeVisible();
    expect(shown.getByText('Never blocked.')).toBeVisible();
    expect(shown.queryByText('Grace')).not.toBeInTheDocument();
    expect(shown.queryByText('Allowlist')).not.toBeInTheDocument();
  });

  it('shows that an address is allowlisted and that a block is permanent', async () => {
    const block = makeBlock({ ip: IP, expires_at: null });
    await openDetails(http.get(DETAILS, () => ok(makeIpDetails({ allowed: true, block }))));
    const shown = await dialog();
    expect(await shown.findByText('Never blocked by rules')).toBeVisible();
    expect(shown.getByText(`${IP}, permanent`)).toBeVisible();
  });

  it('shows the loading state', async () => {
    const user = await openDetails(http.get(DETAILS, never));
    expect(await (await dialog()).findByRole('status', { name: 'Loading...' })).toBeInTheDocument();
    expect(user).toBeDefined();
  });

  it('offers a retry after a failed load', async () => {
    let works = false;
    const user = await openDetails(
      http.get(DETAILS, () => (works ? ok(makeIpDetails()) : refuse(503, { message: 'Away.' }))),
    );
    const shown = await dialog();
    expect(await shown.findByText('Away.')).toBeVisible();
    works = true;
    await user.click(shown.getByRole('button', { name: 'Try Again' }));
    expect(await shown.findByText('Login failed')).toBeVisible();
  });

  it('§2, §8 shows Feature Coming Soon when the server does not know the call', async () => {
    await openDetails(http.get(DETAILS, () => refuse(404)));
    expect(await findToast('Feature Coming Soon')).toHaveTextContent(
      'IP details view will be available soon.',
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
