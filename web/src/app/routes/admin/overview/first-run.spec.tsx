import type { DependencyState, ServiceOperations } from '@casement/proto/http/operations.js';
import { screen, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { REQUEST_TIMEOUT_MS } from '@/config/limits.js';
import { openAdmin } from '@/testing/admin.js';
import { never, ok, refuse } from '@/testing/responses.js';
import {
  makeAnswer,
  makeOperations,
  makeDependency,
} from '@/testing/factories/operations-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const PATH = '/api/admin/operations';
const answers = (service: ServiceOperations['service'], ...outside: DependencyState[]) =>
  http.get(`${PATH}/${service}`, () => ok(makeOperations({ service, outside })));
const gateway = (overrides: Partial<DependencyState>) =>
  answers(
    'billing',
    makeDependency({ name: 'binance', configured: false, last: null }),
    makeDependency(overrides),
  );
const open = (...handlers: RequestHandler[]) => openAdmin('Operations', handlers);
const step = async (name: string) => {
  const list = await screen.findByRole('region', { name: 'Setup' });
  return within(within(list).getByText(name).closest('li')!);
};
const twoFactor = (enabled: boolean) => http.get('/api/admin/2fa/status', () => ok({ enabled }));

describe('/admin setup checklist', () => {
  beforeEach(() => localStorage.removeItem('casement-first-run'));

  it('disappears when all steps are done and reappears on request', async () => {
    const user = await open();
    await screen.findAllByText('Healthy');
    await user.click(await screen.findByRole('button', { name: 'Show checklist' }));
    expect(await screen.findByText('6 of 6 done')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hide checklist' }));
    expect(screen.queryByText('6 of 6 done')).not.toBeInTheDocument();
  });

  it('can be hidden permanently before all steps are done', async () => {
    const user = await open(twoFactor(false));
    await user.click(await screen.findByRole('button', { name: 'Hide checklist' }));
    expect(localStorage.getItem('casement-first-run')).toBe('hidden');
    expect(screen.getByRole('button', { name: 'Show checklist' })).toBeVisible();
  });

  it.each([
    ['Done', { last: makeAnswer() }],
    ['Failing', { last: makeAnswer({ ok: false, answer: '401, Invalid API Key' }) }],
    ['Not tested', { last: null }],
    ['To do', { configured: false, last: null }],
  ])('shows a step as %s', async (state, system) => {
    await open(twoFactor(false), gateway(system));
    expect(await (await step('Tripay keys')).findByText(state)).toBeVisible();
  });

  it('needs no further payment provider if one is configured', async () => {
    const unset = { configured: false, last: null };
    await open(
      answers(
        'billing',
        makeDependency({ name: 'stripe', last: null }),
        ...['payment-gateway', 'midtrans', 'binance'].map((name) =>
          makeDependency({ name, ...unset }),
        ),
      ),
    );
    expect(await (await step('Stripe keys')).findByText('Not tested')).toBeVisible();
    expect(screen.getByText('4 of 5 done')).toBeVisible();
    for (const name of ['Tripay keys', 'Midtrans keys', 'Binance keys'])
      expect(screen.queryByText(name)).not.toBeInTheDocument();
  });

  it('lists every payment provider if none is configured', async () => {
    await open(answers('billing', makeDependency({ configured: false, last: null })));
    for (const name of ['Tripay keys', 'Midtrans keys', 'Stripe keys', 'Binance keys'])
      expect(await step(name)).toBeDefined();
  });

  it('shows a step as unknown when its service is unresponsive', async () => {
    await open(
      twoFactor(false),
      http.get(`${PATH}/auth`, () => refuse(503)),
    );
    const mail = await step('Mail server');
    expect(await mail.findByText('Unknown')).toBeVisible();
  });

  it('links to the section of each step', async () => {
    const user = await open(twoFactor(false));
    const own = await step('2FA for your account');
    expect(await own.findByText('To do')).toBeVisible();
    await user.click(own.getByRole('button', { name: 'Open: 2FA for your account' }));
    await screen.findByRole('heading', { level: 1, name: 'Two-Factor' });
  });

  it.each([
    ['Tripay keys', 'billing', 'payment-gateway'],
    ['Midtrans keys', 'billing', 'midtrans'],
    ['Stripe keys', 'billing', 'stripe'],
    ['Binance keys', 'billing', 'binance'],
    ['Mail server', 'auth', 'mail'],
    ['Windows image', 'install', 'image'],
    ['Telegram bot', 'telegram', 'telegram-bot'],
  ] as const)('%s: runs the test and shows the response verbatim', async (title, service, name) => {
    const last = makeAnswer({ ok: false, answer: '535 5.7.8 Authentication failed' });
    const user = await open(
      twoFactor(false),
      answers(service, makeDependency({ name, last: null })),
      http.post(`${PATH}/${service}/tests/${name}`, () => {
        server.use(answers(service, makeDependency({ name, last })));
        return ok(last);
      }),
    );
    const row = await step(title);
    await user.click(row.getByRole('button', { name: `Test: ${title}` }));
    expect(await row.findByText('535 5.7.8 Authentication failed')).toBeVisible();
    expect(row.getByText('Failing')).toBeVisible();
    expect(row.getByText('Response from 21 Nov 2026, 14:02 WIB')).toBeVisible();
  });

  it('two-factor: tests a code of the authenticator app if enabled', async () => {
    const sent: unknown[] = [];
    const user = await open(
      gateway({ last: null }),
      http.post('/api/admin/2fa/test', async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1 ? refuse(400, { message: 'Invalid or expired code.' }) : ok(null);
      }),
    );
    const row = await step('2FA for your account');
    await user.click(await row.findByRole('button', { name: 'Test: 2FA for your account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('6-digit code'), '111111');
    await user.click(dialog.getByRole('button', { name: 'Test' }));
    expect(await findToast('Test failed')).toHaveTextContent('Invalid or expired code.');
    await user.type(dialog.getByLabelText('6-digit code'), '222222');
    await user.click(dialog.getByRole('button', { name: 'Test' }));
    await findToast('The code is correct');
    expect(sent).toEqual([{ code: '111111' }, { code: '222222' }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('§8 shows that the test ran a moment ago', async () => {
    const user = await open(
      twoFactor(false),
      http.post(`${PATH}/billing/tests/binance`, () =>
        refuse(429, { message: 'This was tested a moment ago. Please wait a few seconds.' }),
      ),
    );
    await user.click(
      (await step('Binance keys')).getByRole('button', { name: 'Test: Binance keys' }),
    );
    expect(await findToast('Test failed')).toHaveTextContent('This was tested a moment ago.');
  });
});

describe('/admin setup checklist in the dashboard section', () => {
  beforeEach(() => localStorage.removeItem('casement-first-run'));

  const openHome = (...handlers: RequestHandler[]) => openAdmin('Dashboard', handlers);
  const NAME = 'Setup';

  it('can be folded but not dismissed until all steps are done', async () => {
    const user = await openHome(twoFactor(false));
    const list = within(await screen.findByRole('region', { name: NAME }));
    await user.click(list.getByRole('button', { name: 'Hide checklist' }));
    expect(list.queryByText('2FA for your account')).not.toBeInTheDocument();
    expect(list.getByText('5 of 6 done')).toBeVisible();
    expect(list.getByText('Still missing: 2FA for your account')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Show checklist' }));
    expect(list.getByText('2FA for your account')).toBeVisible();
    expect(list.queryByText('Mail server')).not.toBeInTheDocument();
  });

  it('disappears when all steps are done', async () => {
    await openHome();
    await screen.findByRole('region', { name: 'Latest installs' });
    expect(screen.queryByRole('region', { name: NAME })).not.toBeInTheDocument();
  });

  it('is the only reminder of a missing step', async () => {
    await openHome(twoFactor(false));
    await screen.findByRole('region', { name: NAME });
    expect(screen.getAllByText(/a stolen password alone/)).toHaveLength(1);
  });

  it('does not appear because a service is unresponsive', async () => {
    await openHome(http.get(`${PATH}/auth`, () => refuse(503)));
    await screen.findByRole('region', { name: 'Latest installs' });
    expect(screen.queryByRole('region', { name: NAME })).not.toBeInTheDocument();
  });

  it('links to the section of each step', async () => {
    const user = await openHome(twoFactor(false));
    await user.click(
      within(await screen.findByRole('region', { name: NAME })).getByRole('button', {
        name: 'Open: 2FA for your account',
      }),
    );
    await screen.findByRole('heading', { level: 1, name: 'Two-Factor' });
  });

  it('does not delay the dashboard for an unresponsive service', async () => {
    // Requests are never given up, so that only the other services can have led to the dashboard. This is not a spy,
    // because Testing Library takes a mocked setTimeout for fake timers.
    const { setTimeout: start } = globalThis;
    globalThis.setTimeout = ((run: () => void, ms?: number) =>
      ms === REQUEST_TIMEOUT_MS ? 0 : start(run, ms)) as typeof setTimeout;
    try {
      await openHome(http.get(`${PATH}/auth`, () => never()));
      expect(await screen.findByText('203.0.113.24')).toBeVisible();
    } finally {
      globalThis.setTimeout = start;
    }
  });
});
