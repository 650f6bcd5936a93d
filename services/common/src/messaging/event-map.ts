import type {
  AccessRevoked,
  ApiKeyCreated,
  ApiKeyUsedFromNewNetwork,
  BrandChanged,
  EmailVerified,
  PasswordResetRequested,
  SessionRevoked,
  UserDeleted,
  UserRegistered,
  UserSuspended,
} from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import type {
  ProductPriced,
  QuotaChanged,
  TopupCreated,
  TopupExpired,
  TopupExpiring,
  TopupPaid,
  TopupRefunded,
} from '@casement/proto/gen/casement/billing/v1/billing_events.js';
import type {
  DesktopOpened,
  InstallRequested,
  InstallStatusChanged,
  PasswordReset,
  WebhookCreated,
  WebhookPaused,
} from '@casement/proto/gen/casement/install/v1/install_events.js';
import type {
  AlertRaised,
  AuditRecorded,
  IpBlocked,
  IpUnblocked,
  RuleSwitchedOff,
  SignalRaised,
} from '@casement/proto/gen/casement/security/v1/security_events.js';
import type {
  LinkCreated,
  LinkRemoved,
} from '@casement/proto/gen/casement/telegram/v1/telegram_events.js';

/** Payload of every event by its subject. Add new events here and in their .proto. */
export interface EventMap {
  'auth.user.registered.v1': UserRegistered;
  'auth.user.deleted.v1': UserDeleted;
  'auth.user.suspended.v1': UserSuspended;
  'auth.session.revoked.v1': SessionRevoked;
  'auth.api-key.used-from-new-network.v1': ApiKeyUsedFromNewNetwork;
  'auth.api-key.created.v1': ApiKeyCreated;
  'auth.access.revoked.v1': AccessRevoked;
  'auth.email.verified.v1': EmailVerified;
  'auth.brand.changed.v1': BrandChanged;
  'auth.password-reset.requested.v1': PasswordResetRequested;
  'billing.topup.created.v1': TopupCreated;
  'billing.topup.paid.v1': TopupPaid;
  'billing.topup.expired.v1': TopupExpired;
  'billing.topup.expiring.v1': TopupExpiring;
  'billing.topup.refunded.v1': TopupRefunded;
  'billing.product.priced.v1': ProductPriced;
  'billing.quota.changed.v1': QuotaChanged;
  'install.job.requested.v1': InstallRequested;
  'install.job.status-changed.v1': InstallStatusChanged;
  'install.webhook.created.v1': WebhookCreated;
  'install.desktop.opened.v1': DesktopOpened;
  'install.password.reset.v1': PasswordReset;
  'install.webhook.paused.v1': WebhookPaused;
  'telegram.link.created.v1': LinkCreated;
  'telegram.link.removed.v1': LinkRemoved;
  'security.signal.raised.v1': SignalRaised;
  'security.audit.recorded.v1': AuditRecorded;
  'security.ip.blocked.v1': IpBlocked;
  'security.ip.unblocked.v1': IpUnblocked;
  'security.rule.switched-off.v1': RuleSwitchedOff;
  'security.alert.raised.v1': AlertRaised;
}

export type EventSubject = keyof EventMap;
