import type { SecurityAlert } from '@casement/proto/http/security/alerts.js';
import type { BlockedIp } from '@casement/proto/http/security/blocks.js';
import { codedMessage, phraseMessage, t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security/security.js';

/** Returns the alert's text as sent by the server, which is also recorded as the reason of a block. */
export const recordedMessage = ({ message, type }: SecurityAlert): string =>
  message || t(securityMessages).types[type];

/** Alert text in the current language. */
export const alertMessage = (alert: SecurityAlert): string =>
  codedMessage('alerts', alert.rule, recordedMessage(alert));

/** Reason of a block in the current language. An administrator's text is unchanged. */
export const blockReason = ({ rule, reason }: BlockedIp): string =>
  rule === null ? phraseMessage(reason) : codedMessage('detectionRules', rule, reason);
