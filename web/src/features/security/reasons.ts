import type { SecurityAlert } from '@casement/proto/http/security/alerts.js';
import type { BlockedIp } from '@casement/proto/http/security/blocks.js';
import { codedMessage, phraseMessage, t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security.js';

/** As the server has it: the reason of a block is recorded so. */
export const recordedMessage = ({ message, type }: SecurityAlert): string =>
  message || t(securityMessages).types[type];

/** What happened, in the language in force. */
export const alertMessage = (alert: SecurityAlert): string =>
  codedMessage('alerts', alert.rule, recordedMessage(alert));

/** Why an address was blocked, in the language in force; what an administrator wrote is shown as written. */
export const blockReason = ({ rule, reason }: BlockedIp): string =>
  rule === null ? phraseMessage(reason) : codedMessage('detectionRules', rule, reason);
