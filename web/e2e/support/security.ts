import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import {
  makeAlert,
  makeAllowed,
  makeAuditEntry,
  makeBlock,
  makeIpDetails,
  makeRecovery,
  makeRecoveryOverview,
  makeRule,
  makeSecurityDashboard,
  makeSecurityStats,
} from '@casement/web/testing/factories/security-factories.js';
import { administrator } from './admin.js';
import { List, Refusal, type Answers } from './mock-api.js';

/** The administrator's own address. Blocking it requires a second confirmation. */
export const OWN_ADDRESS = '203.0.113.1';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const inMinutes = (minutes: number) => minutesAgo(-minutes);

const [BRUTE, RATE, SUSPICIOUS] = ['brute_force', 'rate_limit', 'suspicious'] as const;
const [HIGH, MEDIUM, LOW] = ['high', 'medium', 'low'] as const;

const EVENTS: [
  typeof BRUTE | typeof RATE | typeof SUSPICIOUS,
  'high' | 'medium' | 'low',
  string,
  number,
  string,
][] = [
  [BRUTE, HIGH, '203.0.113.199', 0, '24 failed logins for 3 usernames in 5 minutes'],
  [BRUTE, HIGH, '203.0.113.199', 4, '11 failed logins for admin in 2 minutes'],
  [RATE, MEDIUM, '198.51.100.14', 12, 'CAPTCHA requested 60 times in 1 minute'],
  [SUSPICIOUS, HIGH, '192.0.2.66', 31, 'Refresh token used twice, session family revoked'],
  [RATE, MEDIUM, '198.51.100.14', 48, '/auth/login over its limit'],
  [SUSPICIOUS, MEDIUM, '2001:db8:1234:5678::/64', 70, 'Install requested for a private network'],
  [RATE, LOW, '203.0.113.52', 140, '/user/topup/calculate over its limit'],
  [BRUTE, MEDIUM, '', 190, '212 failed logins for admin from 200 addresses in 10 minutes'],
  [RATE, LOW, '192.0.2.10', 300, '/auth/forgot-password over its limit'],
  [SUSPICIOUS, LOW, '203.0.113.8', 360, 'Honeypot field filled in on register'],
  [BRUTE, HIGH, '198.51.100.3', 560, '10 failed logins for hosting-jkt in 5 minutes'],
  [RATE, LOW, '192.0.2.121', 680, '/auth/captcha/generate over its limit'],
  [SUSPICIOUS, HIGH, '192.0.2.66', 850, 'Payment callback with a wrong signature'],
  [RATE, LOW, '203.0.113.90', 1_150, '/auth/login over its limit'],
  [SUSPICIOUS, LOW, '198.51.100.45', 1_339, 'Honeypot field filled in on login'],
];

const alerts = () =>
  EVENTS.map(([type, severity, ip, minutes, message]) =>
    makeAlert({ type, severity, ip, message, timestamp: minutesAgo(minutes) }),
  );

const blocks = () => [
  makeBlock({ blocked_at: minutesAgo(3), expires_at: inMinutes(57) }),
  makeBlock({
    ip: '2001:db8:1234:5678::/64',
    reason: 'Install requested for a private network',
    blocked_at: minutesAgo(70),
    expires_at: inMinutes(170),
    attempts: 2,
  }),
  makeBlock({
    ip: '198.51.100.0/24',
    block_type: 'manual',
    reason: 'A hoster that does not answer its abuse mails',
    blocked_at: minutesAgo(4_000),
    expires_at: null,
  }),
  makeBlock({
    ip: '192.0.2.41',
    block_type: 'temporary',
    reason: '/auth/login over its limit',
    status: 'pending',
    blocked_at: minutesAgo(0),
    expires_at: inMinutes(10),
  }),
  ...Array.from({ length: 11 }, (_, i) =>
    makeBlock({
      ip: `203.0.113.${20 + i}`,
      block_type: i % 3 === 0 ? 'temporary' : 'auto',
      reason: 'Password spraying',
      status: i > 5 ? 'expired' : 'active',
      blocked_at: minutesAgo(100 + i * 40),
      expires_at: i > 5 ? minutesAgo(20) : inMinutes(60 + i),
    }),
  ),
];

const recoveries = () => [
  makeRecovery({
    id: 'r-working',
    ip: '203.0.113.199',
    recoveryType: 'full-recovery',
    status: 'in_progress',
    triggeredBy: 'admin',
    reason: 'Their office shares this address.',
    startedAt: minutesAgo(0),
    finishedAt: null,
    duration: null,
    result: '',
  }),
  makeRecovery({
    id: 'r-broken',
    ip: '192.0.2.66',
    status: 'failed',
    triggeredBy: 'admin',
    startedAt: minutesAgo(9),
    finishedAt: minutesAgo(8),
    duration: 15_300,
    attempts: 3,
    error: 'The block could not be lifted everywhere: the messaging was away.',
    result: '',
  }),
  ...Array.from({ length: 13 }, (_, i) =>
    makeRecovery({
      ip: `198.51.100.${30 + i}`,
      recoveryType: i % 2 === 0 ? 'expired-block' : 'reset-attempts',
      startedAt: minutesAgo(20 + i * 5),
      finishedAt: minutesAgo(20 + i * 5),
      duration: 240 + i * 310,
    }),
  ),
];

const DAY_MINUTES = 1_440;
const midnight = (daysAgo: number) =>
  new Date(Math.floor(Date.now() / 86_400_000 - daysAgo) * 86_400_000).toISOString();

/** Daily alert counts of a month; some days have none. */
const month = () =>
  Array.from({ length: 30 }, (_, i) => 30 - i)
    .filter((daysAgo) => daysAgo % 7 !== 0)
    .map((daysAgo) => ({
      at: midnight(daysAgo),
      brute_force: (daysAgo * 7) % 23,
      rate_limit: (daysAgo * 5) % 41,
      suspicious: (daysAgo * 3) % 9,
    }));

const details = (raised: ReturnType<typeof alerts>, blocked: ReturnType<typeof blocks>) =>
  makeIpDetails({
    block: blocked[0],
    graceUntil: null,
    signals: [
      { kind: 'login_failed', count: 1_204, last: minutesAgo(1) },
      { kind: 'captcha_failed', count: 31, last: minutesAgo(20) },
    ],
    alerts: raised.slice(0, 2),
    decisions: [blocked[0]!, makeBlock({ status: 'expired', blocked_at: minutesAgo(3_000) })],
  });

const actors: Partial<AuditEntry>[] = [
  {},
  {
    actorId: '00000000-0000-7000-8000-00000000c057',
    actorRole: 'customer',
    actorName: 'dewi_lestari',
  },
  { actorId: null, actorRole: 'system', actorName: null },
];

const acts = () =>
  (
    [
      ['ip.blocked', 'ip:203.0.113.199', 'security'],
      ['ip.unblocked', 'ip:2001:db8:1234:5678::/64', 'security'],
      ['rule.updated', 'rule:path-scanning', 'security'],
      ['quota.adjusted', 'user:01a1fd9f-0000-7000-8000-000000000000', 'billing'],
      ['alerts.cleared', 'alerts:all', 'security'],
    ] as const
  ).flatMap(([action, target, service], i) =>
    [0, 1, 2].map((n) =>
      makeAuditEntry({
        action,
        target,
        service,
        targetName: target.startsWith('user:') ? 'rahmat' : null,
        ...actors[n],
        createdAt: minutesAgo(i * 40 + n * 300),
      }),
    ),
  );

const rules = () => [
  makeRule({ hits: { day: 3, week: 41 } }),
  makeRule({
    hits: { day: 0, week: 0 },
    name: 'password-spraying',
    description: 'Failed sign-ins from one address on many different accounts.',
    counts: 'targets',
    threshold: 8,
    severity: 'high',
    blockMinutes: 60,
  }),
  makeRule({
    hits: { day: 0, week: 0 },
    name: 'credential-stuffing-wave',
    description:
      'Failed sign-ins from very many addresses at the same time. Activates the rule credential-stuffing.',
    counts: 'addresses',
    threshold: 30,
    severity: 'high',
    decision: 'none',
    mode: 'simulate',
  }),
  makeRule({
    hits: { day: 0, week: 0 },
    name: 'flood',
    description: 'Requests continued after the limit was reached.',
    threshold: 60,
    windowSeconds: 120,
    alertType: 'rate_limit',
    severity: 'low',
    decision: 'temporary',
    blockMinutes: 10,
    mode: 'off',
  }),
];

const allowed = () => [
  makeAllowed({ createdAt: minutesAgo(9 * DAY_MINUTES) }),
  makeAllowed({
    network: '2001:db8:7::/64',
    note: 'The monitor of our hoster, which asks for every page each minute',
    createdAt: minutesAgo(30 * DAY_MINUTES),
  }),
  makeAllowed({ network: '127.0.0.1/32', note: '', createdAt: null, configured: true }),
];

/**
 * API responses for an administrator on a busy day. Calls that change something have no effect on later responses.
 */
export const busySecurityAnswers = (): Answers => securityAnswers(alerts(), blocks(), recoveries());

const securityAnswers = (
  raised: ReturnType<typeof alerts>,
  blocked: ReturnType<typeof blocks>,
  history: ReturnType<typeof recoveries>,
): Answers => ({
  ...administrator(),
  'GET /security/dashboard': () =>
    makeSecurityDashboard({ recentEvents: raised.slice(0, 5), timeline: month() }),
  'GET /security/alerts': () => new List(raised, 27),
  'GET /security/alerts/stats': () => makeSecurityStats(),
  'DELETE /security/alerts/*': () => null,
  'DELETE /security/alerts/clear': () => ({ cleared: 27 }),
  'GET /security/blocked-ips': () =>
    new List(blocked, 31, { stats: { total: 14, auto: 9, manual: 3, temporary: 2 } }),
  'POST /security/block-ip': (body) => {
    const { ip, confirm } = body as { ip: string; confirm?: boolean };
    if (ip !== OWN_ADDRESS || confirm) return makeBlock({ ip });
    return new Refusal(409, 'This is the address that you come from.', 'OWN_ADDRESS');
  },
  'POST /security/unblock-ip': () => null,
  'POST /security/unblock-ip/bulk': (body) => ({
    unblocked: (body as { ips: string[] }).ips.length,
    notBlocked: [],
  }),
  'DELETE /security/blocked-ips/expired': () => ({ removed: 5 }),
  'GET /security/ip-details': () => details(raised, blocked),
  'GET /security/audit': () => new List(acts(), 214),
  'GET /security/rules': () => rules(),
  'PATCH /security/rules/*': () => makeRule({ mode: 'simulate' }),
  'GET /security/allowlist': () => allowed(),
  'POST /security/allowlist': () => makeAllowed(),
  'GET /security/recovery': () => makeRecoveryOverview(history, { lastCheck: minutesAgo(2) }),
  'GET /security/recovery/*': () => history[1],
  'POST /security/recovery/trigger': () => history[0],
  'POST /security/recovery/cancel': () => null,
});

/** API responses for an administrator on a day without attacks. */
export const idleSecurityAnswers = (): Answers => ({
  ...busySecurityAnswers(),
  'GET /security/dashboard': () =>
    makeSecurityDashboard({
      security: { blockedIPs: 0, totalAlerts: 0 },
      recovery: {
        totalRecoveries: 0,
        successfulRecoveries: 0,
        failedRecoveries: 0,
        inProgressRecoveries: 0,
        averageRecoveryTime: 0,
      },
      recentEvents: [],
      timeline: [],
    }),
  'GET /security/audit': () => new List([]),
  'GET /security/rules': () => [],
  'GET /security/allowlist': () => [],
  'GET /security/alerts': () => new List([]),
  'GET /security/blocked-ips': () =>
    new List([], 0, { stats: { total: 0, auto: 0, manual: 0, temporary: 0 } }),
  'GET /security/recovery': () => makeRecoveryOverview([], { lastCheck: null, running: false }),
});
