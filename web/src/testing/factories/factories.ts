import type { ApiKey } from '@casement/proto/http/auth/api-keys.js';
import type { DashboardResponse, UserSession } from '@casement/proto/http/auth/account.js';
import type { CaptchaChallenge } from '@casement/proto/http/auth/sign-in.js';
import type { User } from '@casement/proto/http/auth/users.js';
import type { BpayOrder } from '@casement/proto/http/billing/bpay.js';
import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import type {
  CreatedTopup,
  TopupHistoryItem,
  TopupQuote,
} from '@casement/proto/http/billing/topups.js';
import type { LedgerItem } from '@casement/proto/http/billing/ledger.js';
import type {
  InstallLive,
  InstallProgress,
  InstallRecord,
} from '@casement/proto/http/install/install.js';
import type { Machine } from '@casement/proto/http/install/machines.js';
import type { InstallRdp } from '@casement/proto/http/install/rdp.js';
import type { InstallRecovery } from '@casement/proto/http/install/recovery.js';
import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import type { WindowsVersion } from '@casement/proto/http/install/windows/windows-versions.js';
import type { Webhook, WebhookDelivery } from '@casement/proto/http/install/webhooks/webhooks.js';

let serial = 0;
const nextId = () => `00000000-0000-7000-8000-${String(++serial).padStart(12, '0')}`;

export const makeUser = (overrides: Partial<User> = {}): User => ({
  id: nextId(),
  username: 'rahmat_p',
  email: 'rahmat@example.com',
  is_verified: true,
  admin: 0,
  quota: 7,
  profile: { first_name: 'Rahmat', avatar_url: null },
  telegram: null,
  telegram_display_name: null,
  telegram_user_id: null,
  telegram_notifications: null,
  created_at: '2026-03-01T03:00:00.000Z',
  ...overrides,
});

export const makeDashboard = (
  user: Partial<User> = {},
  stats: Partial<DashboardResponse['stats']> = {},
): DashboardResponse => ({
  user: makeUser(user),
  stats: { quota: 7, totalVPS: 12, activeConnections: 1, successRate: 96, ...stats },
  telegramKnown: true,
});

export const makeCaptcha = (overrides: Partial<CaptchaChallenge> = {}): CaptchaChallenge => ({
  id: nextId(),
  question: '7 + 12 = ?',
  honeypotField: 'website_url',
  ...overrides,
});

export const makeSession = (overrides: Partial<UserSession> = {}): UserSession => ({
  id: nextId(),
  device: 'Chrome on Windows',
  address: '203.0.113.7',
  created_at: '2026-11-20T03:00:00.000Z',
  last_seen_at: '2026-11-21T07:00:00.000Z',
  current: false,
  ...overrides,
});

export const makeWebhook = (overrides: Partial<Webhook> = {}): Webhook => ({
  id: nextId(),
  url: 'https://panel.example.com/webhooks',
  events: ['install.completed', 'install.failed'],
  paused: null,
  failing_since: null,
  previous_secret_until: null,
  created_at: '2026-11-20T03:00:00.000Z',
  ...overrides,
});

export const makeWebhookDelivery = (overrides: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: nextId(),
  event_id: nextId(),
  event: 'install.completed',
  status: 'delivered',
  tries: [{ at: '2026-11-21T07:00:01.000Z', took: 84, status: 200, failure: null }],
  next_try_at: null,
  payload:
    '{"type":"install.completed","timestamp":"2026-11-21T07:00:00.000Z","data":{"ip":"203.0.113.24"}}',
  answer: 'ok',
  created_at: '2026-11-21T07:00:00.000Z',
  ...overrides,
});

export const makeApiKey = (overrides: Partial<ApiKey> = {}): ApiKey => ({
  id: nextId(),
  name: 'Hosting panel',
  ending: '7QxZ',
  scopes: ['installs:read', 'installs:write'],
  networks: [],
  created_at: '2026-11-20T03:00:00.000Z',
  expires_at: null,
  last_used_at: null,
  last_used_address: null,
  ...overrides,
});

export const makeProgress = (overrides: Partial<InstallProgress> = {}): InstallProgress => ({
  phase: null,
  committed: false,
  percent: null,
  bytes_done: null,
  bytes_total: null,
  rate: null,
  eta_seconds: null,
  reported_at: null,
  ...overrides,
});

export const makeInstall = (overrides: Partial<InstallRecord> = {}): InstallRecord => ({
  id: nextId(),
  user_id: nextId(),
  username: 'rahmat_p',
  ip: '203.0.113.24',
  win_ver: 'ws2022',
  win_name: 'Windows Server 2022',
  passwd_rdp: null,
  passwd_rdp_until: '2026-11-28T07:12:00.000Z',
  status: 'completed',
  progress: makeProgress(),
  failure: null,
  quota: 'spent',
  created_at: '2026-11-21T07:02:00.000Z',
  updated_at: '2026-11-21T07:12:00.000Z',
  ...overrides,
});

/** Machine whose latest install is `last`. */
export const makeMachine = (last = makeInstall(), overrides: Partial<Machine> = {}): Machine => ({
  ip: last.ip,
  port: 22,
  label: last.label ?? null,
  installs: 1,
  last,
  windows: last.status === 'completed' ? last : null,
  ...overrides,
});

export const makeRdp = (overrides: Partial<InstallRdp> = {}): InstallRdp => ({
  account: 'Administrator',
  port: 22,
  proof: 'password_accepted',
  proven_at: '2026-11-21T07:12:00.000Z',
  certificate_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ...overrides,
});

/** Findings of a Windows that stopped before it could write. */
export const makeRecovery = (overrides: Partial<InstallRecovery> = {}): InstallRecovery => ({
  since: '2026-11-21T07:20:00.000Z',
  reported_at: '2026-11-21T07:25:00.000Z',
  starts: 4,
  written_since: false,
  disk_bus: 'virtio-scsi',
  cpu_missing: [],
  stop_code: null,
  setup_state: null,
  io_errors: 0,
  bitlocker: false,
  ...overrides,
});

/** An install in the middle of its write. */
export const makeWriting = (overrides: Partial<InstallRecord> = {}): InstallRecord =>
  makeInstall({
    status: 'running',
    quota: 'held',
    progress: makeProgress({
      phase: 'writing',
      committed: true,
      percent: 63.4,
      bytes_done: 13_529_146_982,
      bytes_total: 21_474_836_480,
      rate: 46_200_000,
      eta_seconds: 172,
    }),
    ...overrides,
  });

/** An install as reported by its stream. */
export const makeLive = (
  { id, status, progress, failure, restored, guard, quota }: InstallRecord,
  overrides: Partial<InstallLive> = {},
): InstallLive => ({
  id,
  status,
  progress,
  failure,
  restored: restored ?? null,
  guard: guard ?? null,
  quota,
  updated_at: '2026-11-21T07:12:05.000Z',
  log: [],
  ...overrides,
});

export const makeCheck = (overrides: Partial<VpsCheck> = {}): VpsCheck => ({
  id: nextId(),
  ip: '203.0.113.24',
  win_ver: 'ws2022',
  win_name: 'Windows Server 2022',
  status: 'passed',
  stage: null,
  os_name: 'Ubuntu 22.04.5 LTS',
  hostname: 'vps-jkt-1',
  disks: [{ name: 'vda', size: 80 * 2 ** 30, erased: true }],
  findings: [
    { name: 'root', result: 'ok', found: 'uid 0', code: null, message: null, cure: null },
    { name: 'memory', result: 'ok', found: '2 GiB', code: null, message: null, cure: null },
  ],
  rate: 46_200_000,
  eta_seconds: 172,
  install_seconds: 652,
  failure: null,
  created_at: '2026-11-21T07:02:00.000Z',
  finished_at: '2026-11-21T07:02:31.000Z',
  ...overrides,
});

export const makeVersion = (overrides: Partial<WindowsVersion> = {}): WindowsVersion => ({
  id: nextId(),
  name: 'Windows Server 2022',
  slug: 'ws2022',
  available: true,
  created_at: '2026-01-01T00:00:00.000Z',
  ...overrides,
});

export const makeMethod = (overrides: Partial<PaymentMethod> = {}): PaymentMethod => ({
  code: 'QRIS',
  name: 'QRIS',
  type: 'E-Wallet',
  icon_url: null,
  fee_flat: 750,
  fee_percent: 0.7,
  minimum_fee: null,
  maximum_fee: null,
  minimum_amount: null,
  maximum_amount: null,
  is_enabled: true,
  ...overrides,
});

const TIERS = [
  { min_quantity: 5, percentage: 5 },
  { min_quantity: 10, percentage: 10 },
  { min_quantity: 25, percentage: 15 },
];

export const makeQuote = (quantity: number, unitPrice = 25_000): TopupQuote => {
  const total = quantity * unitPrice;
  const percentage = TIERS.findLast((tier) => quantity >= tier.min_quantity)?.percentage ?? 0;
  const discount = Math.round((total * percentage) / 100);
  return {
    quantity,
    min_quantity: 1,
    max_quantity: 1000,
    unit_price: unitPrice,
    total_amount: total,
    discount_percentage: percentage,
    discount_amount: discount,
    final_amount: total - discount,
    usd_estimated_amount: (total - discount) / 16_425,
    bpay_encoded_amount: (total - discount) / 16_425,
    product: { id: nextId(), name: 'Install quota' },
    discount_tiers: TIERS,
  };
};

const inMinutes = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;

export const makeCreated = (overrides: Partial<CreatedTopup> = {}): CreatedTopup => ({
  reference: 'T26112300841',
  merchant_ref: 'CS-26112300841',
  checkout_url: 'https://pay.example.com/checkout/T26112300841',
  qr_url: null,
  pay_code: '88120049',
  payment_name: 'BRI Virtual Account',
  payment_method: 'BRIVA',
  final_amount: 225_000,
  fee_amount: 2_325,
  payable_amount: 227_325,
  quantity: 10,
  status: 'UNPAID',
  expired_time: inMinutes(60),
  ...overrides,
});

export const makeBpayOrder = (overrides: Partial<BpayOrder> = {}): BpayOrder => ({
  encoded_amount_usdt: 13.700123,
  usd_estimated_amount: 13.7,
  instructions: [
    'In Binance, open Pay, choose Send and enter the Binance ID 552841907.',
    'Send exactly 13.700123 USDT; we match it by its decimals.',
    'Copy the Order ID from the payment details in Binance, paste it below and select Verify.',
    'Pay before the order expires; late payments are reviewed manually.',
  ],
  receiver_id: '552841907',
  merchant_ref: 'CS-26112300917',
  expired_time: inMinutes(60),
  quantity: 10,
  final_amount: 225_000,
  ...overrides,
});

export const makeLedgerItem = (overrides: Partial<LedgerItem> = {}): LedgerItem => ({
  id: nextId(),
  kind: 'credit',
  amount: 10,
  balance_after: 17,
  cause: 'topup_paid',
  reason: 'Top-up paid',
  topup_id: null,
  install_id: null,
  created_at: '2026-11-21T07:02:00.000Z',
  ...overrides,
});

export const makeTopup = (overrides: Partial<TopupHistoryItem> = {}): TopupHistoryItem => ({
  id: nextId(),
  reference: `T2611230${String(++serial).padStart(4, '0')}`,
  merchant_ref: 'CS-26112300841',
  status: 'PAID',
  quantity: 10,
  final_amount: 225_000,
  total_amount: 250_000,
  fee_amount: typeof overrides.encoded_amount === 'number' ? 0 : 2_325,
  payable_amount:
    typeof overrides.encoded_amount === 'number'
      ? null
      : (overrides.final_amount ?? 225_000) + 2_325,
  discount_amount: 25_000,
  discount_percentage: 10,
  payment_method: 'QRIS',
  payment_name: 'QRIS',
  checkout_url: null,
  payment_url: null,
  qr_url: null,
  pay_code: null,
  encoded_amount: null,
  bpay_encoded_amount: null,
  expired_time: inMinutes(60),
  created_at: '2026-11-21T07:02:00.000Z',
  paid_at: null,
  ...overrides,
});
