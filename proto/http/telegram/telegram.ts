import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/** Rules and texts: SPEC §2–§4, §7–§9. Telegram's ids exceed 32 bits and travel as text. */

/** Shown wherever a bot has no token that Telegram accepts (SPEC §2). */
export const BOT_NOT_CONFIGURED = 'Bot token not configured or invalid';

/** The bots' mode (SPEC §9). */
export const BOT_MODE = 'Polling';

/** GET /auth/telegram/status; also the answer of toggling and of disconnecting. */
export const telegramStatus = z.object({
  /** Null where no Telegram account is connected; so are the next two. */
  telegramUserId: z.string().nullable(),
  displayName: z.string().nullable(),
  /** The account's @username without the @; null where it has none. */
  telegram: z.string().nullable(),
  notificationsEnabled: z.boolean(),
  /**
   * Telegram refuses our messages because the user blocked or deleted the bot. Over as soon as they write to it
   * again; until then notices go another way.
   */
  blocked: z.boolean(),
  connectedAt: instant.nullable(),
  /** The bot that users talk to, e.g. `https://t.me/CasementBot`; null while it is not known. */
  botLink: z.string().nullable(),
});
export type TelegramStatus = z.infer<typeof telegramStatus>;

/** POST /user/connect-telegram. 409 or 503 TELEGRAM_UNAVAILABLE while no bot could answer the link. */
export const connectTelegramResponse = z.object({
  /** To be opened in a new window. Works once, and for `expiresInMinutes`. */
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

/** What users are notified of. */
export const noticeEvent = z.enum(
  ['install_progress', 'install_finished', 'topup_paid', 'quota_low', 'webhook_paused'],
  RULES.NOTICE_KIND_UNKNOWN,
);
export type NoticeEvent = z.infer<typeof noticeEvent>;

export const noticeChannel = z.enum(['telegram', 'email'], RULES.NOTICE_CHANNEL);
export type NoticeChannel = z.infer<typeof noticeChannel>;

/**
 * GET /user/telegram-notifications/settings: one row for each event. E-mail goes where Telegram does not reach the
 * user: never both for one notice. While notifications are off (see telegramStatus) nothing is sent at all.
 */
export const noticeSetting = z.object({
  event: noticeEvent,
  /** For people, e.g. `Installation progress`. */
  name: z.string(),
  telegram: z.boolean(),
  email: z.boolean(),
});
export type NoticeSetting = z.infer<typeof noticeSetting>;

/** PUT /user/telegram-notifications/settings: one cell of the table; answers with all rows. */
export const updateNoticeSettingRequest = z.object(
  {
    event: noticeEvent,
    channel: noticeChannel,
    enabled: z.boolean(RULES.ENABLED),
  },
  UNREADABLE,
);
export type UpdateNoticeSettingRequest = z.infer<typeof updateNoticeSettingRequest>;

/** POST /user/telegram-notifications/test (a channel of one's own) and /admin/telegram-bot/test. */
export const sendTestRequest = z.object({ channel: noticeChannel }, UNREADABLE);
export type SendTestRequest = z.infer<typeof sendTestRequest>;

/** What became of a test message. */
export const sendTestResponse = z.object({
  delivered: z.boolean(),
  /** What the outside system answered, word for word but without secrets. */
  answer: z.string(),
});
export type SendTestResponse = z.infer<typeof sendTestResponse>;

/** How long a user's notifications are listed. */
export const NOTIFICATION_DAYS = 90;

/** What of a user's notices is listed: each step of an install is shown by the install itself. */
export const notificationEvent = noticeEvent.exclude(['install_progress']);

/**
 * GET /user/telegram-notifications/history: what the user was notified of in the last 90 days, newest first, whether by a
 * channel or only here. Without sentences: each page says it in its own language.
 */
export const notification = z.object({
  id: z.string(),
  event: notificationEvent,
  /** Of the install; null for other events. */
  install: z
    .object({
      id: z.string(),
      ip: z.string(),
      status: z.enum(['completed', 'failed', 'manual_review']),
    })
    .nullable(),
  /** Of the paid top-up; null for other events. */
  topup: z.object({ reference: z.string(), quantity: z.number() }).nullable(),
  /** What was left; null for other events than `quota_low`. */
  quota: z.number().nullable(),
  /** The one that was paused automatically; null for other events. */
  webhook: z.object({ host: z.string() }).nullable(),
  /** On whichever device. */
  read: z.boolean(),
  created_at: instant,
});
export type Notification = z.infer<typeof notification>;

/** POST /user/telegram-notifications/read: this one and all that were recorded before it are read. */
export const readNotificationsRequest = z.object(
  { until: z.uuid(RULES.NOTIFICATION_UNKNOWN) },
  UNREADABLE,
);
export type ReadNotificationsRequest = z.infer<typeof readNotificationsRequest>;

/** GET /telegram/bot-info (admin): what Telegram's getMe returns. `data` is null: `BOT_NOT_CONFIGURED` is shown. */
export const botInfo = z.object({
  id: z.number().int(),
  username: z.string(),
  first_name: z.string(),
  can_read_all_group_messages: z.boolean(),
  /** E.g. `https://t.me/CasementBot`. */
  link: z.string(),
});
export type BotInfo = z.infer<typeof botInfo>;

/** GET /admin/telegram-bot/status, /admin/telegram-backup-bot/status; also what start and stop answer. */
export const botStatus = z.object({
  isRunning: z.boolean(),
  /** When it was last started; null while stopped. */
  startedAt: instant.nullable(),
  /** Messages received from users since the bot first ran. */
  messageCount: z.number().int(),
  mode: z.literal(BOT_MODE),
  /** As in bot-info; null: `BOT_NOT_CONFIGURED`. */
  bot: botInfo.nullable(),
  /** Why a running bot receives nothing at the moment, as a sentence of at most 500 characters; else null. */
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

/** Skipped: the user has switched it off on every channel, or has none. */
export const deliveryStatus = z.enum(['waiting', 'sent', 'failed', 'skipped']);
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/** GET /admin/telegram-bot/deliveries: newest first; the search looks in errors, or is a user's id. */
export const deliveriesQuery = pageQuery.extend({
  status: z.enum(['all', ...deliveryStatus.options], RULES.DELIVERY_STATUS_UNKNOWN).default('all'),
  search: z
    .string(RULES.SEARCH)
    .trim()
    .max(254, RULES.SEARCH)
    .regex(NO_CONTROL_CHARACTERS, RULES.SEARCH)
    .default(''),
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>;

/** One outgoing notice. POST /admin/telegram-bot/deliveries/{id}/retry sends a failed one once more. */
export const delivery = z.object({
  id: z.string(),
  user_id: z.string(),
  /** Null where auth could not be asked. */
  username: z.string().nullable(),
  event: noticeEvent,
  status: deliveryStatus,
  /** How it went, or will be tried next; null where it was skipped. */
  channel: z.enum(['telegram', 'telegram_backup', 'email']).nullable(),
  attempts: z.number().int(),
  /** The last answer of Telegram or the mail server, at most 500 characters. */
  error: z.string().nullable(),
  created_at: instant,
  /** Null until it was sent. */
  sent_at: instant.nullable(),
});
export type Delivery = z.infer<typeof delivery>;
