import { http, HttpHandler, RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { ok, page, refuse } from './responses.js';
import {
  makeCaptcha,
  makeCheck,
  makeDashboard,
  makeMethod,
  makeQuote,
  makeSession,
  makeUser,
  makeVersion,
} from './factories/factories.js';
import { makeNoticeSettings, makeTelegramStatus } from './factories/telegram-factories.js';

const pathnames = new WeakMap<Request, string>();

function pathnameOf(request: Request): string {
  const pathname = pathnames.get(request) ?? new URL(request.url).pathname;
  pathnames.set(request, pathname);
  return pathname;
}

/**
 * Most handlers belong to other routes. MSW would parse each request's cookies for all of them, a tenth of the tests'
 * run time.
 */
HttpHandler.prototype.run = async function (call) {
  const { method, path } = this.info;
  const { request } = call;
  if (typeof method === 'string' && method !== request.method) return null;
  if (typeof path === 'string' && /^[\w/.-]+$/.test(path) && path !== pathnameOf(request))
    return null;
  return RequestHandler.prototype.run.call(this, call);
};

/** An API without problems. Tests override what they need. */
export const server = setupServer(
  http.get('/api/legal-pages', () => ok([])),
  http.get('/config.json', () =>
    Response.json({
      statusPageUrl: 'https://status.example.com',
      supportEmail: 'help@example.com',
      supportChatUrl: 'https://t.me/casement_support',
      price: { amount: 50_000, bulk: { quantity: 25, amount: 42_500 } },
    }),
  ),
  http.post('/api/auth/refresh', () => refuse(401, { code: 'REFRESH_INVALID' })),
  http.post('/api/auth/logout', () => ok(null)),
  http.get('/api/auth/captcha/generate', () => {
    const captcha = makeCaptcha();
    return ok({ captcha }, { captcha });
  }),
  http.get('/api/user/profile', () => ok({ user: makeUser() })),
  http.get('/api/user/dashboard', () => ok(makeDashboard())),
  http.get('/api/auth/telegram/status', () => ok(makeTelegramStatus())),
  http.get('/api/user/telegram-notifications/settings', () => ok(makeNoticeSettings())),
  http.get('/api/user/telegram-notifications/history', () => page([])),
  http.get('/api/user/announcements', () => ok([])),
  http.get('/api/user/sessions', () => ok([makeSession({ current: true })])),
  http.get('/api/user/2fa', () =>
    ok({ app_enabled_at: null, recovery_codes: 0, passkeys: [], recovery_at: null }),
  ),
  http.get('/api/user/receipts/buyer', () => ok({ name: '', address: '', tax_id: '' })),
  http.get('/api/user/api-keys', () => ok([])),
  http.get('/api/user/scripts', () => ok([])),
  http.get('/api/user/webhooks', () => ok([])),
  http.get('/api/user/install-desktops', () => ok([])),
  http.get('/api/user/install-history', () => page([])),
  http.get('/api/user/machines', () => page([])),
  // If there is no stream, updates come only from polling.
  http.get('/api/user/install/:id/events', () => refuse(404)),
  http.get('/api/admin/install-monitoring/events', () => refuse(404)),
  http.get('/api/admin/install-monitoring/history', () => ok([])),
  http.get('/api/admin/install-monitoring/hours', () => ok([])),
  http.post('/api/user/install/check', async ({ request }) => {
    const { ip } = (await request.json()) as { ip: string };
    return ok(makeCheck({ ip }));
  }),
  http.get('/api/user/windows-versions', () => ok([makeVersion()])),
  http.get('/api/user/topup/history', () => page([])),
  http.get('/api/user/topup/:reference', () => refuse(404, { code: 'NOT_FOUND' })),
  http.get('/api/user/payment-methods/enabled', () => ok([makeMethod()])),
  http.post('/api/user/topup/calculate', async ({ request }) => {
    const { quantity } = (await request.json()) as { quantity: number };
    return ok(makeQuote(quantity));
  }),
);
