import type { NoticeEvent } from '@casement/proto/http/telegram/telegram.js';

export interface ChannelChoice {
  telegram: boolean;
  email: boolean;
}

interface EventDescription extends ChannelChoice {
  name: string;
}

/** Events with their default channels. */
export const NOTICE_EVENTS: Record<NoticeEvent, EventDescription> = {
  // No email by default, because there is one notice per phase.
  install_progress: { name: 'Installation progress', telegram: true, email: false },
  install_finished: { name: 'Installation finished', telegram: true, email: true },
  topup_paid: { name: 'Top-up paid', telegram: true, email: true },
  topup_expiring: { name: 'Payment expiring', telegram: true, email: true },
  topup_refunded: { name: 'Payment refunded', telegram: true, email: true },
  // Opt-in, because it asks for a purchase.
  quota_low: { name: 'Low quota', telegram: false, email: false },
  webhook_paused: { name: 'Webhook paused', telegram: true, email: true },
};

/**
 * SQL condition that a row of `notice_setting` is the user's choice. Rows of `quota_low` without `opt_in` date from
 * before it was opt-in, or from a replica of that time, which enables the other channel as well.
 */
export const isChoice = (alias: string): string =>
  `(${alias}.event <> 'quota_low' OR ${alias}.opt_in)`;
