/**
 * Access table: which service may call which method, publish and consume which event, and read and write which
 * bucket. Single source for the gRPC servers, the NATS users of `make start`, compose and Kubernetes, and the tests.
 */
export const SERVICES = ['auth', 'billing', 'install', 'telegram', 'security'] as const;
export type ServiceName = (typeof SERVICES)[number];

export const isServiceName = (name: string): name is ServiceName =>
  (SERVICES as readonly string[]).includes(name);

/**
 * Identities that may make gRPC calls: the services and `desktop`, the desktop relay. The relay has only a
 * certificate, and no database, NATS user or bucket.
 */
export const CALLERS = [...SERVICES, 'desktop'] as const;
export type CallerName = (typeof CALLERS)[number];

export const isCallerName = (name: string): name is CallerName =>
  (CALLERS as readonly string[]).includes(name);

/** Allowed callers of each gRPC method, by path. */
export const METHODS = {
  '/casement.auth.v1.AuthService/GetUsers': ['billing', 'install', 'telegram', 'security'],
  '/casement.auth.v1.AuthService/FindApiKey': ['billing', 'install', 'security'],
  '/casement.auth.v1.AuthService/GetLegalPages': ['billing', 'install', 'telegram', 'security'],
  '/casement.billing.v1.BillingService/GetBalances': ['auth', 'telegram'],
  '/casement.billing.v1.BillingService/HoldQuota': ['install'],
  '/casement.billing.v1.BillingService/ReleaseQuota': ['install'],
  '/casement.billing.v1.BillingService/ChargeAgain': ['install'],
  '/casement.billing.v1.BillingService/ExportUser': ['auth'],
  '/casement.install.v1.InstallService/GetUserStats': ['auth', 'telegram'],
  '/casement.install.v1.InstallService/BatchGetUserStats': ['auth'],
  '/casement.install.v1.InstallService/GetInstalls': ['billing', 'telegram'],
  '/casement.install.v1.InstallService/CloseUser': ['auth'],
  '/casement.install.v1.InstallService/ReopenUser': ['auth'],
  '/casement.install.v1.InstallService/OpenDesktop': ['desktop'],
  '/casement.install.v1.InstallService/ReportDesktops': ['desktop'],
  '/casement.install.v1.InstallService/ExportUser': ['auth'],
  '/casement.telegram.v1.TelegramService/GetLinks': ['auth'],
  '/casement.telegram.v1.TelegramService/ExportUser': ['auth'],
} as const satisfies Record<string, readonly CallerName[]>;

type Services = readonly ServiceName[];

interface EventAccess {
  publish: Services;
  consume: Services;
}

/** Publishers and consumers of each event, by subject. */
export const EVENTS = {
  'auth.user.registered.v1': { publish: ['auth'], consume: [] },
  'auth.user.deleted.v1': {
    publish: ['auth'],
    consume: ['billing', 'install', 'telegram', 'security'],
  },
  'auth.user.suspended.v1': { publish: ['auth'], consume: ['install'] },
  'auth.session.revoked.v1': { publish: ['auth'], consume: ['auth'] },
  'auth.api-key.used-from-new-network.v1': { publish: ['auth'], consume: ['install'] },
  'auth.api-key.created.v1': { publish: ['auth'], consume: ['auth'] },
  'auth.access.revoked.v1': { publish: ['auth'], consume: ['install', 'telegram'] },
  'auth.email.verified.v1': { publish: ['auth'], consume: [] },
  'auth.brand.changed.v1': { publish: ['auth'], consume: ['billing', 'telegram'] },
  'auth.password-reset.requested.v1': { publish: ['auth'], consume: ['auth'] },
  'billing.topup.created.v1': { publish: ['billing'], consume: [] },
  'billing.topup.paid.v1': { publish: ['billing'], consume: ['install', 'telegram'] },
  'billing.topup.expired.v1': { publish: ['billing'], consume: [] },
  'billing.topup.expiring.v1': { publish: ['billing'], consume: ['telegram'] },
  'billing.topup.refunded.v1': { publish: ['billing'], consume: ['install', 'telegram'] },
  'billing.product.priced.v1': { publish: ['billing'], consume: ['auth'] },
  'billing.quota.changed.v1': { publish: ['billing'], consume: ['install', 'telegram'] },
  'install.job.requested.v1': { publish: ['install'], consume: ['install'] },
  'install.job.status-changed.v1': { publish: ['install'], consume: ['billing', 'telegram'] },
  'install.webhook.created.v1': { publish: ['install'], consume: ['auth'] },
  'install.desktop.opened.v1': { publish: ['install'], consume: ['auth'] },
  'install.password.reset.v1': { publish: ['install'], consume: ['auth'] },
  'install.webhook.paused.v1': { publish: ['install'], consume: ['telegram'] },
  'telegram.link.created.v1': { publish: ['telegram'], consume: ['auth'] },
  'telegram.link.removed.v1': { publish: ['telegram'], consume: [] },
  'security.signal.raised.v1': { publish: SERVICES, consume: ['security'] },
  'security.audit.recorded.v1': { publish: SERVICES, consume: ['security'] },
  'security.ip.blocked.v1': { publish: ['security'], consume: ['security'] },
  'security.ip.unblocked.v1': { publish: ['security'], consume: ['security'] },
  'security.rule.switched-off.v1': { publish: ['security'], consume: ['auth'] },
  'security.alert.raised.v1': { publish: ['security'], consume: [] },
} as const satisfies Record<string, EventAccess>;

/** JetStream key-value buckets. Every service watches both buckets, and each has a single writer. */
export const BUCKETS = {
  blocked_ips: { read: SERVICES, write: ['security'] },
  revocations: { read: SERVICES, write: ['auth'] },
} as const satisfies Record<string, { read: Services; write: Services }>;

/**
 * Service that changes replicas and limits of the event stream and the buckets. Every service creates missing ones.
 * Only one service has this right, because a client that may update a stream can make it republish under any subject
 * (see ADR 0022).
 */
export const STREAM_OWNER: ServiceName = 'security';

/** Returns the allowed callers of a gRPC method; empty if the table does not contain it. */
export const callersOf = (path: string): readonly CallerName[] =>
  (METHODS as Record<string, readonly CallerName[]>)[path] ?? [];
