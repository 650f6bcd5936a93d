import { z } from 'zod';
import { instant, pageQuery, searchText, UNREADABLE } from '../envelope.js';
import { imageKind } from '../install/linux.js';
import { RULES } from '../rules.js';

/** Rules and texts: SPEC §2–§4, §7–§9. Telegram ids exceed 32 bits and are sent as text. */

/** Shown if a bot has no token that Telegram accepts (SPEC §2). */
export const BOT_NOT_CONFIGURED = 'Bot token not configured or invalid';

/** Mode of the bots (SPEC §9). */
export const BOT_MODE = 'Polling';

/** GET /auth/telegram/status; also the response of toggling and of disconnecting. */
export const telegramStatus = z.object({
  /** `null` if no Telegram account is connected, like the next two fields. */
  telegramUserId: z.string().nullable(),
  displayName: z.string().nullable(),
  /** Telegram @username without the @; `null` if the account has no username. */
  telegram: z.string().nullable(),
  notificationsEnabled: z.boolean(),
  /**
   * Telegram refuses our messages because the user blocked or deleted the bot. Reset by their next message to it;
   * until then notices use another channel.
   */
  blocked: z.boolean(),
  connectedAt: instant.nullable(),
  /** Bot for users, e.g. `https://t.me/CasementBot`; `null` while unknown. */
  botLink: z.string().nullable(),
});
export type TelegramStatus = z.infer<typeof telegramStatus>;

/** POST /user/connect-telegram. 409 or 503 TELEGRAM_UNAVAILABLE while no bot can answer the link. */
export const connectTelegramResponse = z.object({
  /** URL for a new window. Valid once, for `expiresInMinutes`. */
  telegramBotUrl: z.string(),
  expiresInMinutes: z.number().int(),
});
export type ConnectTelegramResponse = z.infer<typeof connectTelegramResponse>;

/** POST /user/telegram-notifications. 409 TELEGRAM_NOT_CONNECTED without a link. */
export const telegramNotificationsRequest = z.object(
  { enabled: z.boolean(RULES.ENABLED) },
  UNREADABLE,
);
export type TelegramNotificationsRequest = z.infer<typeof telegramNotificationsRequest>;

export const noticeEvent = z.enum(
  [
    'install_progress',
    'install_finished',
    'topup_paid',
    'topup_expiring',
    'topup_refunded',
    'quota_low',
    'webhook_paused',
  ],
  RULES.NOTICE_KIND_UNKNOWN,
);
export type NoticeEvent = z.infer<typeof noticeEvent>;

export const noticeChannel = z.enum(['telegram', 'email'], RULES.NOTICE_CHANNEL);
export type NoticeChannel = z.infer<typeof noticeChannel>;

/**
 * GET /user/telegram-notifications/settings: one row per event. Email is used if Telegram does not reach the user,
 * never both for one notice. While notifications are off (see telegramStatus) no notices are sent.
 */
export const noticeSetting = z.object({
  event: noticeEvent,
  /** Display name, e.g. `Installation progress`. */
  name: z.string(),
  telegram: z.boolean(),
  email: z.boolean(),
});
export type NoticeSetting = z.infer<typeof noticeSetting>;

/** PUT /user/telegram-notifications/settings: changes one cell of the table and returns all rows. */
export const updateNoticeSettingRequest = z.object(
  {
    event: noticeEvent,
    channel: noticeChannel,
    enabled: z.boolean(RULES.ENABLED),
  },
  UNREADABLE,
);
export type UpdateNoticeSettingRequest = z.infer<typeof updateNoticeSettingRequest>;

/** POST /user/telegram-notifications/test (a channel of the caller) and /admin/telegram-bot/test. */
export const sendTestRequest = z.object({ channel: noticeChannel }, UNREADABLE);
export type SendTestRequest = z.infer<typeof sendTestRequest>;

export const sendTestResponse = z.object({
  delivered: z.boolean(),
  /** Verbatim response of the external system, without secrets. */
  answer: z.string(),
});
export type SendTestResponse = z.infer<typeof sendTestResponse>;

/** Days for which a user's notifications are listed. */
export const NOTIFICATION_DAYS = 90;

/** Events in a user's notification list. Excludes those whose subject shows them itself. */
export const notificationEvent = noticeEvent.exclude(['install_progress', 'topup_expiring']);

/**
 * GET /user/telegram-notifications/history: notifications of the last 90 days, newest first, whether sent by a
 * channel or only listed here. Contains no sentences because each page shows them in its own language.
 */
export const notification = z.object({
  id: z.string(),
  event: notificationEvent,
  /** Set for install events; `null` for other events. */
  install: z
    .object({
      id: z.string(),
      ip: z.string(),
      /** The owner's name for the machine when the install ended. Absent if the machine had no name. */
      label: z.string().optional(),
      status: z.enum(['completed', 'failed', 'manual_review']),
      /** Whether "Open in browser" is offered. Absent from older versions. */
      desktop: z.boolean().optional(),
      /** Absent from older versions. */
      kind: imageKind.optional(),
    })
    .nullable(),
  /** Paid or refunded top-up, with the credited or taken back quota; `null` for other events. */
  topup: z.object({ reference: z.string(), quantity: z.number() }).nullable(),
  /** Remaining quota of `quota_low`; `null` for other events. */
  quota: z.number().nullable(),
  /** Endpoint that was paused automatically; `null` for other events. */
  webhook: z.object({ host: z.string() }).nullable(),
  /** Read on any device. */
  read: z.boolean(),
  created_at: instant,
});
export type Notification = z.infer<typeof notification>;

/** POST /user/telegram-notifications/read: marks this notification and all earlier ones as read. */
export const readNotificationsRequest = z.object(
  { until: z.uuid(RULES.NOTIFICATION_UNKNOWN) },
  UNREADABLE,
);
export type ReadNotificationsRequest = z.infer<typeof readNotificationsRequest>;

/** GET /telegram/bot-info (admin): result of Telegram's getMe. If `data` is `null`, `BOT_NOT_CONFIGURED` is shown. */
export const botInfo = z.object({
  id: z.number().int(),
  username: z.string(),
  first_name: z.string(),
  can_read_all_group_messages: z.boolean(),
  /** Example: `https://t.me/CasementBot`. */
  link: z.string(),
});
export type BotInfo = z.infer<typeof botInfo>;

/** GET /admin/telegram-bot/status, /admin/telegram-backup-bot/status; also the response of start and stop. */
export const botStatus = z.object({
  isRunning: z.boolean(),
  /** Time of the last start; `null` while stopped. */
  startedAt: instant.nullable(),
  /** Messages received from users since the bot first ran. */
  messageCount: z.number().int(),
  mode: z.literal(BOT_MODE),
  /** See bot-info; if `null`, `BOT_NOT_CONFIGURED` is shown. */
  bot: botInfo.nullable(),
  /**
   * Reason why a running bot currently receives no messages, as a sentence of at most 500 characters; otherwise
   * `null`.
   */
  problem: z.string().nullable(),
});
export type BotStatus = z.infer<typeof botStatus>;

/** GET /admin/telegram-bot/monitor. */
export const botMonitor = botStatus.extend({
  errorCount: z.number().int(),
  commandCount: z.number().int(),
  /** Telegram accounts that have started the bot. */
  userCount: z.number().int(),
});
export type BotMonitor = z.infer<typeof botMonitor>;

/** `skipped`: the user has disabled it on every channel or has no channel. */
export const deliveryStatus = z.enum(['waiting', 'sent', 'failed', 'skipped']);
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/** GET /admin/telegram-bot/deliveries: newest first. The search matches errors or a user's id. */
export const deliveriesQuery = pageQuery.extend({
  status: z.enum(['all', ...deliveryStatus.options], RULES.DELIVERY_STATUS_UNKNOWN).default('all'),
  search: searchText,
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>;

/** Outgoing notice. POST /admin/telegram-bot/deliveries/{id}/retry resends a failed one. */
export const delivery = z.object({
  id: z.string(),
  user_id: z.string(),
  /** `null` if auth did not answer. */
  username: z.string().nullable(),
  event: noticeEvent,
  status: deliveryStatus,
  /** Channel that was used or will be tried next; `null` if skipped. */
  channel: z.enum(['telegram', 'telegram_backup', 'email']).nullable(),
  attempts: z.number().int(),
  /** Last response of Telegram or the mail server, at most 500 characters. */
  error: z.string().nullable(),
  created_at: instant,
  /** `null` until sent. */
  sent_at: instant.nullable(),
});
export type Delivery = z.infer<typeof delivery>;
