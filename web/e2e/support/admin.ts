import { topupStatus } from '@casement/proto/http/billing/topups.js';
import { desktopEndReasons } from '@casement/proto/http/install/desktops/desktops.js';
import { operatedService } from '@casement/proto/http/operations.js';
import type { Announcement } from '@casement/proto/http/telegram/announcements.js';
import type { AdminInstallDetails } from '@casement/proto/http/install/admin-installs.js';
import type { InstallHour, StatusHistoryDay } from '@casement/proto/http/install/monitoring.js';
import {
  makeAdminTopup,
  makeHour,
  makeMoneyReport,
  makeMonitoring,
  makeProduct,
  makeReview,
  makeTopupDetails,
} from '@casement/web/testing/factories/admin-factories.js';
import { makeDesktop } from '@casement/web/testing/factories/desktop-factories.js';
import {
  makeLedgerItem,
  makeMethod,
  makeSession,
  makeUser,
  makeVersion,
} from '@casement/web/testing/factories/factories.js';
import { makeAuditEntry } from '@casement/web/testing/factories/security-factories.js';
import { makeVoucher } from '@casement/web/testing/factories/voucher-factories.js';
import { makeLinuxVersion } from '@casement/web/testing/factories/image-factories.js';
import { makeOperations } from '@casement/web/testing/factories/operations-factories.js';
import {
  makeBackupStatus,
  makeBotStatus,
} from '@casement/web/testing/factories/telegram-factories.js';
import { makeOutcomes, makeRevenue } from '@casement/web/testing/factories/series-factories.js';
import {
  makeReceipt,
  makeReceiptSettings,
} from '@casement/web/testing/factories/receipt-factories.js';
import { List, type Answers } from './mock-api.js';
import { ledger } from './money.js';
import { customer, installs, methods, qrTopup } from './customer.js';

const NAMES = ['budi_s', 'sinta.dev', 'hosting-jkt', 'wayan', 'dewi_lestari', 'agus77'];

const users = [
  makeUser({ username: 'admin', email: 'admin@example.com', admin: 1, quota: 3 }),
  makeUser({ username: 'legacy_user', email: null, is_verified: false, quota: 1 }),
  makeUser({
    username: 'fresh',
    email: 'a.rather.long.address.of.somebody@example.com',
    is_verified: false,
    quota: 0,
  }),
  ...Array.from({ length: 12 }, (_, i) =>
    makeUser({
      username: `${NAMES[i % NAMES.length]}${i < NAMES.length ? '' : i}`,
      email: `${NAMES[i % NAMES.length]}${i}@example.com`,
      quota: i * 3,
    }),
  ),
];

/** User whose page is opened. */
const budi = users[3]!;

const allInstalls = installs.map((install, i) => ({
  ...install,
  username: NAMES[i % NAMES.length] ?? null,
  passwd_rdp: null,
}));

/** Open desktop sessions, followed by one session per end reason. */
const desktops = [
  makeDesktop(),
  makeDesktop({ username: 'budi_s', ip: '198.51.100.7', ending: 'ended_by_administrator' }),
  ...desktopEndReasons.map((end, i) =>
    makeDesktop({
      username: NAMES[i % NAMES.length] ?? null,
      ip: `198.51.100.${20 + i}`,
      client_address: i % 3 ? '203.0.113.77' : '2001:db8:85a3::8a2e:370:7334',
      ended_at: '2026-11-21T07:08:00.000Z',
      end,
    }),
  ),
].slice(0, 15);

/** Thirty days of installs; some of today's are still running. */
const days = Array.from({ length: 30 }, (_, i): StatusHistoryDay => {
  const today = i === 29;
  return {
    date: new Date(Date.UTC(2026, 9, 23 + i)).toISOString().slice(0, 10),
    counts: {
      pending: today ? 1 : 0,
      preparing: today ? 1 : 0,
      running: today ? 2 : 0,
      manual_review: i % 11 === 10 ? 1 : 0,
      completed: ((i * 7) % 13) + 4,
      failed: i % 5 === 2 ? 2 : 0,
    },
  };
});

/** All services and both bots are up. */
const running: Answers = {
  ...Object.fromEntries(
    operatedService.options.map((service) => [
      `GET /admin/operations/${service}`,
      () => makeOperations({ service }),
    ]),
  ),
  'GET /admin/telegram-bot/status': () => makeBotStatus(),
  'GET /admin/telegram-backup-bot/status': () => makeBackupStatus({ isRunning: true }),
};

/** Matches the section's design: fewer at night, two failures in the same hour in the evening. */
const COMPLETED = [
  16, 17, 19, 16, 15, 14, 12, 13, 9, 6, 4, 3, 2, 1, 1, 2, 3, 6, 9, 12, 14, 16, 15, 6,
];
const FAILED: Record<number, number> = { 1: 1, 5: 2, 8: 1, 11: 1, 18: 1, 21: 1 };
const STOPS: InstallHour['stopped'] = [
  { phase: 'writing', percent: 43 },
  { phase: 'checking', percent: null },
];
const hours = COMPLETED.map((completed, i) =>
  makeHour(i - 16, {
    completed,
    started: completed,
    failed: FAILED[i] ?? 0,
    stopped: STOPS.slice(0, FAILED[i] ?? 0),
  }),
);

const installDetails: AdminInstallDetails = {
  install: {
    ...allInstalls[6]!,
    failure: {
      code: 'SSH_AUTH_FAILED',
      message: 'The VPS did not accept the root password.',
      cure: 'Check the root password with your provider. If it’s correct, SSH may not allow root to sign in. Run the command under “How to create a root password” to fix that.',
    },
    restored: { linux: true, clean: true, left: [] },
  },
  os_name: 'Debian GNU/Linux 12 (bookworm)',
  ssh_port: null,
  ssh_user: null,
  finished_at: '2026-11-18T15:06:00.000Z',
  failure_detail: null,
  checks: [
    { name: 'root', result: 'ok', found: 'uid 0', message: null },
    { name: 'virtualisation', result: 'ok', found: 'Vultr', message: null },
    {
      name: 'memory',
      result: 'refused',
      found: '512 MiB',
      message: 'The VPS has 512 MiB of memory; 2 GiB is required.',
    },
  ],
  steps: [
    {
      name: 'connect',
      worker: 'worker-1:42',
      started_at: '2026-11-18T15:05:00.000Z',
      finished_at: '2026-11-18T15:05:04.000Z',
      outcome: 'done',
    },
    {
      name: 'check',
      worker: 'worker-1:42',
      started_at: '2026-11-18T15:05:04.000Z',
      finished_at: '2026-11-18T15:06:00.000Z',
      outcome: 'SSH_AUTH_FAILED',
    },
  ],
};

export const announcement: Announcement = {
  id: '00000000-0000-7000-9000-0000000000aa',
  kind: 'maintenance',
  text_en: 'New installs pause for an hour while we move to faster storage.',
  text_id: 'Instalasi baru berhenti satu jam karena kami pindah ke penyimpanan yang lebih cepat.',
  starts_at: '2026-11-21T07:00:00.000Z',
  ends_at: '2099-11-21T08:00:00.000Z',
};

/** Top-up with a callback that does not fit its order. */
const topup = makeTopupDetails({
  username: 'budi_s',
  status: 'UNPAID',
  review: 'amount_mismatch',
  reason: 'The provider reported a different amount, so nothing was credited.',
  flagged_at: '2026-11-21T07:10:00.000Z',
  creditable: true,
  callbacks: [
    {
      id: '1',
      received_at: '2026-11-21T07:10:00.000Z',
      deliveries: 2,
      outcome: 'amount_mismatch',
      status: 'PAID',
      amount: 100_000,
      body: '{"reference":"T26112300841","status":"PAID","total_amount":100000}',
    },
  ],
});

/** API responses for an administrator of a product in use. */
export const administrator = (): Answers => ({
  ...customer(),
  ...running,
  'GET /user/profile': () => ({
    user: makeUser({ username: 'admin', email: 'admin@example.com', admin: 1 }),
  }),
  'GET /admin/windows-versions': () => [
    makeVersion(),
    makeVersion({ name: 'Windows 11 Pro', slug: 'win11-pro' }),
    makeVersion({ name: 'Windows 10 LTSC', slug: 'win10-ltsc', available: false }),
  ],
  'GET /admin/windows-images': () => [],
  'GET /admin/linux-versions': () => [
    makeLinuxVersion(),
    makeLinuxVersion({
      windows_version_id: '00000000-0000-7000-8000-0000000000c2',
      name: 'Ubuntu 24.04 LTS',
      slug: 'ubuntu-2404',
      enabled: false,
      firmware: [],
      state: 'none',
      image: null,
      imported_at: null,
      verified_at: null,
    }),
  ],
  'GET /admin/products': () => [
    makeProduct({ name: 'Ten at once', price: 225_000.5, description: null }),
    makeProduct(),
  ],
  'GET /admin/users': () => new List(users, 1_236),
  'GET /admin/users/*': () => budi,
  [`GET /admin/users/${budi.id}/sessions`]: () => [
    makeSession({ current: false }),
    makeSession({ device: 'Safari on iPhone', address: '2001:db8::17', current: false }),
  ],
  [`GET /admin/users/${budi.id}/quota/ledger`]: () =>
    new List([
      makeLedgerItem({
        kind: 'adjustment',
        amount: 5,
        balance_after: 12,
        cause: 'added_by_administrator',
        reason: 'Added by an administrator',
        note: 'Paid by bank transfer on 20 November, receipt 4711 of the branch in Bandung.',
      }),
      ...ledger,
    ]),
  'GET /security/audit': () =>
    new List([makeAuditEntry({ action: 'quota.adjusted', target: `user:${budi.id}` })]),
  'GET /admin/install-data': () => new List(allInstalls, 4_120),
  'GET /admin/install-data/*': () => installDetails,
  'GET /admin/install-monitoring/failures': () => ({
    code: [
      { name: 'SSH_AUTH_FAILED', failed: 21, ended: 21 },
      { name: 'DISK_WRITE_FAILED', failed: 4, ended: 4 },
      { name: '', failed: 2, ended: 2 },
    ],
    provider: [{ name: 'Vultr', failed: 19, ended: 40 }],
    version: [{ name: 'Windows 11 Pro', failed: 27, ended: 300 }],
  }),
  'POST /admin/users/actions': () => [{ id: budi.id, username: budi.username, outcome: 'changes' }],
  'GET /admin/desktops': () => new List(desktops, 214),
  'GET /admin/topups': () =>
    new List(
      topupStatus.options.map((status, i) => makeAdminTopup({ status, username: NAMES[i] })),
      2_310,
    ),
  'GET /admin/topups/review': () => new List([makeReview()]),
  'GET /admin/topups/*': () => topup,
  'GET /admin/payment-methods': () => [
    ...methods,
    makeMethod({
      code: 'BPAY',
      name: 'Binance Pay',
      type: 'Crypto',
      is_enabled: false,
      fee_flat: 0,
      fee_percent: 0,
    }),
  ],
  'GET /admin/topups/money': () => makeMoneyReport(),
  'GET /admin/receipts/settings': () => makeReceiptSettings(),
  'GET /admin/receipts': () =>
    new List([makeReceipt(), makeReceipt({ number: 'RCP-2026-000041', buyer: null })]),
  'GET /admin/vouchers': () =>
    new List([
      makeVoucher({ code: 'MERDEKA-2026', percentage: 17.45, max_uses: null, uses: 1234 }),
      makeVoucher({
        id: '0198c3f2-5a6e-7d31-9f00-0a1b2c3d4e52',
        code: '9QX2-7K3M-HAPD',
        label: 'Sorry for the outage of 20 November, ticket 4711',
        percentage: null,
        quota: 3,
        max_uses: 1,
        uses: 1,
        valid_until: null,
        enabled: false,
      }),
    ]),
  'GET /admin/vouchers/0198c3f2-5a6e-7d31-9f00-0a1b2c3d4e51/uses': () =>
    new List([
      {
        id: '1',
        user_id: '2',
        username: 'budi_s',
        topup: { reference: 'T26112300841', status: 'PAID', quantity: 5, discount_amount: 21_813 },
        created_at: '2026-11-21T07:02:00.000Z',
      },
    ]),
  'GET /admin/announcements': () => [announcement],
  'GET /admin/2fa/status': () => ({ enabled: false }),
  'POST /admin/2fa/setup': () => ({
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    qrSvg: '',
    qrBase64: qrTopup.qr_url,
  }),
  'POST /admin/2fa/enable': () => ({
    recoveryCodes: Array.from({ length: 10 }, (_, i) => `k3f${i}-9mzq-v7ad-h2t${i}`),
  }),
  'GET /admin/install-monitoring/realtime': () => makeMonitoring(allInstalls),
  'GET /admin/install-monitoring/history': () => days,
  'GET /admin/install-monitoring/outcomes': () => makeOutcomes(),
  'GET /admin/topups/revenue': () => makeRevenue(),
  'GET /admin/install-monitoring/hours': () => hours,
});
