import {
  makeApiKey,
  makeCaptcha,
  makeCheck,
  makeCreated,
  makeDashboard,
  makeInstall,
  makeMethod,
  makeProgress,
  makeQuote,
  makeRdp,
  makeScript,
  makeSession,
  makeTopup,
  makeUser,
  makeWebhook,
  makeWebhookDelivery,
  makeVersion,
  makeWriting,
} from '@casement/web/testing/factories/factories.js';
import { makeReceipt } from '@casement/web/testing/factories/receipt-factories.js';
import { makeNotification } from '@casement/web/testing/factories/telegram-factories.js';
import { List, type Answers } from './mock-api.js';

const at = (day: number, time: string) =>
  new Date(`2026-11-${String(day).padStart(2, '0')}T${time}:00+07:00`).toISOString();

const completed = (ip: string, win_name: string, day: number, time: string, minutes: number) => {
  const end = new Date(Date.parse(at(day, time)) + minutes * 60_000).toISOString();
  return makeInstall({
    ip,
    win_name,
    created_at: at(day, time),
    updated_at: end,
    rdp: makeRdp({ proven_at: end }),
  });
};

export const installs = [
  makeWriting({ created_at: at(21, '14:02') }),
  makeInstall({
    ip: '203.0.113.91',
    win_name: 'Windows 11 Pro',
    status: 'preparing',
    quota: 'held',
    progress: makeProgress({ phase: 'preparing' }),
    created_at: at(21, '14:00'),
  }),
  makeInstall({ ip: '192.0.2.140', status: 'pending', quota: 'held', created_at: at(21, '13:59') }),
  completed('198.51.100.7', 'Windows 10 LTSC', 20, '21:40', 10),
  makeInstall({
    ip: '198.51.100.63',
    win_name: 'Windows Server 2019',
    status: 'manual_review',
    quota: 'held',
    progress: makeProgress({ phase: 'verifying', committed: true }),
    created_at: at(20, '18:12'),
  }),
  completed('192.0.2.18', 'Windows Server 2022', 19, '09:31', 12),
  makeInstall({
    ip: '192.0.2.77',
    status: 'failed',
    quota: 'returned',
    progress: makeProgress({ phase: 'connecting' }),
    failure: {
      code: 'SSH_AUTH_FAILED',
      message: 'The VPS did not accept the root password.',
      cure: 'Check the root password with your provider. If it’s correct, SSH may not allow root to sign in. Run the command under “How to create a root password” to fix that.',
    },
    created_at: at(18, '22:05'),
  }),
  completed('203.0.113.5', 'Windows 11 Pro', 18, '21:58', 14),
  completed('203.0.113.8', 'Windows 10 LTSC', 17, '11:20', 9),
  completed('198.51.100.201', 'Windows Server 2022', 15, '08:44', 11),
  completed('198.51.100.202', 'Windows Server 2022', 15, '08:43', 11),
  completed('192.0.2.9', 'Windows Server 2019', 12, '16:02', 13),
  completed('203.0.113.150', 'Windows 10 LTSC', 11, '10:27', 10),
  completed('203.0.113.151', 'Windows 10 LTSC', 11, '10:26', 10),
  completed('192.0.2.230', 'Windows 11 Pro', 9, '19:51', 12),
];

const qr = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29" shape-rendering="crispEdges">' +
    Array.from({ length: 29 * 29 }, (_, i) => [i % 29, Math.floor(i / 29)] as const)
      .filter(([x, y]) => {
        const corner = (a: number, b: number) => x >= a && x < a + 7 && y >= b && y < b + 7;
        for (const [a, b] of [
          [0, 0],
          [22, 0],
          [0, 22],
        ] as const) {
          if (!corner(a, b)) continue;
          const d = Math.max(Math.abs(x - a - 3), Math.abs(y - b - 3));
          return d !== 2;
        }
        return ((x * 7919 + y * 104729 + x * y * 31) >>> 2) % 2 === 0;
      })
      .map(([x, y]) => `<rect x="${x}" y="${y}" width="1" height="1"/>`)
      .join('') +
    '</svg>',
)}`;

export const qrTopup = makeCreated({
  qr_url: qr,
  qr_string:
    '00020101021226690021ID.CO.BANKMANDIRI.WWW01189360000801234567890211712345678900303UMI51440014ID.CO.QRIS.WWW0215ID10200211234560303UMI520450455303360540622732558025802ID5908CASEMENT6007JAKARTA61051011062070703A0163041F2A',
  payment_name: 'QRIS',
  payment_method: 'QRIS',
});

const topups = [
  makeTopup({ status: 'UNPAID', qr_url: qr, reference: qrTopup.reference }),
  makeTopup({
    status: 'PENDING',
    payment_name: 'BRI Virtual Account',
    checkout_url: 'https://pay.example.com/1',
  }),
  makeTopup({
    status: 'PAID',
    quantity: 5,
    final_amount: 118_750,
    paid_at: at(20, '10:00'),
    refunded_at: at(20, '16:30'),
    refunded_quantity: 5,
  }),
  makeTopup({ status: 'UNPAID', expired_time: 1_700_000_000, quantity: 1, final_amount: 25_000 }),
  makeTopup({ status: 'FAILED', quantity: 1, final_amount: 25_000, payment_name: 'Alfamart' }),
  ...Array.from({ length: 10 }, (_, i) =>
    makeTopup({ paid_at: at(15 - i, '10:00'), created_at: at(15 - i, '09:58') }),
  ),
];

export const methods = [
  makeMethod(),
  makeMethod({
    code: 'BRIVA',
    name: 'BRI Virtual Account',
    type: 'Virtual Account',
    fee_flat: 4_250,
    fee_percent: 0,
  }),
  makeMethod({
    code: 'ALFAMART',
    name: 'Alfamart',
    type: 'Convenience Store',
    fee_flat: 3_500,
    fee_percent: 0.25,
  }),
];

/** Notifications stored by the server, all read. */
const notifications = [
  makeNotification({ read: true }),
  makeNotification({ install: { id: 'i-2', ip: '192.0.2.77', status: 'failed' }, read: true }),
  makeNotification({
    event: 'topup_paid',
    install: null,
    topup: { reference: 'T0815', quantity: 5 },
    read: true,
  }),
  makeNotification({ event: 'quota_low', install: null, quota: 1, read: true }),
];

const webhookDeliveries = [
  makeWebhookDelivery({ event: 'webhook.test', status: 'waiting', tries: [], answer: null }),
  makeWebhookDelivery({
    status: 'failed',
    answer: '{"error":"database is locked"}',
    tries: [
      { at: at(20, '07:00'), took: 10_002, status: null, failure: 'timeout' },
      { at: at(21, '07:00'), took: 84, status: 500, failure: 'status' },
    ],
  }),
  makeWebhookDelivery(),
  makeWebhookDelivery({ event: 'api_key.new_network' }),
];

export const customer = (): Answers => ({
  'GET /user/profile': () => ({ user: makeUser({ is_verified: false }) }),
  'GET /user/dashboard': () => makeDashboard({ is_verified: false }, { activeConnections: 3 }),
  'GET /user/announcements': () => [],
  'GET /user/sessions': () => [
    makeSession({ current: true }),
    makeSession({ device: 'Safari on iPhone', address: '198.51.100.23' }),
  ],
  'GET /user/2fa': () => ({
    app_enabled_at: at(20, '10:00'),
    recovery_codes: 8,
    passkeys: [
      {
        id: 'p1',
        device: 'Safari on iPhone',
        synced: true,
        created_at: at(20, '10:05'),
        last_used_at: at(22, '08:30'),
      },
    ],
    recovery_at: at(23, '09:00'),
  }),
  'POST /user/email': () => null,
  'GET /user/receipts/buyer': () => makeReceipt().buyer,
  'GET /user/receipts/*': () => makeReceipt(),
  'GET /user/api-keys': () => [
    makeApiKey({
      networks: ['203.0.113.0/24', '2001:db8:40::/48'],
      expires_at: at(20, '10:00').replace('2026', '2099'),
      last_used_at: at(21, '14:00'),
      last_used_address: '203.0.113.9',
    }),
    makeApiKey({ name: 'Monitoring', scopes: ['quota:read', 'topups:read'] }),
    makeApiKey({ name: 'Migration of the old panel', expires_at: at(1, '09:00') }),
  ],
  'POST /user/api-keys': () => ({
    ...makeApiKey(),
    key: 'csm_4kQw8ZtY1nPvB7sLx0RdJ3mUoHc5EaG9iKfT2yXu0Oq4vZ',
  }),
  'POST /user/device-logins/find': () => ({
    name: 'build-01',
    scopes: ['installs:read', 'installs:write', 'topups:read', 'topups:write', 'quota:read'],
    networks: [],
    expires_in_days: 90,
    address: '203.0.113.9',
    requested_at: at(21, '14:00'),
    expires_at: at(21, '14:10'),
  }),
  'GET /user/scripts': () => [
    makeScript({ id: 'script-1' }),
    makeScript({ name: 'Updates', description: 'Installs all updates.', offered: true }),
  ],
  'GET /user/scripts/script-1': () => ({
    ...makeScript({ id: 'script-1' }),
    content: 'Install-WindowsFeature Web-Server -IncludeManagementTools\n',
  }),
  'GET /user/webhooks': () => [
    makeWebhook({ id: 'hook-1', events: ['install.phase', 'install.completed', 'topup.paid'] }),
    makeWebhook({
      url: 'https://billing.example.net:8443/casement/events?tenant=42',
      failing_since: at(21, '09:12'),
      previous_secret_until: at(22, '09:00'),
    }),
    makeWebhook({
      url: 'https://old.example.org/hook',
      paused: { at: at(19, '08:00'), reason: 'failing' },
    }),
  ],
  'POST /user/webhooks': () => ({
    ...makeWebhook(),
    secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD4Jm8ZbmGqqk=',
  }),
  'GET /user/webhooks/hook-1/deliveries': () => new List(webhookDeliveries, 17),
  'GET /user/install-desktops': () => [
    {
      id: 'desktop-1',
      install_id: 'install-1',
      ip: '198.51.100.7',
      client_address: '203.0.113.9',
      opened_at: at(21, '14:05'),
    },
  ],
  'GET /user/install-history': () => new List(installs, 26),
  'GET /user/windows-versions': () => [
    makeVersion(),
    makeVersion({ name: 'Windows 11 Pro', slug: 'win11-pro' }),
    makeVersion({ name: 'Windows 10 LTSC', slug: 'win10-ltsc', available: false }),
  ],
  'POST /user/install/check': (body) => makeCheck({ ip: (body as { ip: string }).ip }),
  'GET /user/telegram-notifications/history': () => new List(notifications, 17),
  'GET /user/topup/history': () => new List(topups, 31),
  'GET /user/payment-methods/enabled': () => methods,
  'POST /user/topup/calculate': (body) => makeQuote((body as { quantity: number }).quantity),
  'POST /user/topup': () => qrTopup,
  'POST /auth/logout': () => null,
});

export const visitor = (): Answers => ({
  'GET /auth/captcha/generate': () => ({ captcha: makeCaptcha() }),
});
