import { z } from 'zod';
import { baseSchema, configOf, inDevelopment } from '@casement/common/core/config/base-config.js';
import { secretFields } from '@casement/common/core/config/field-marks.js';
import { DEVELOPMENT_GRPC, grpcTarget } from '@casement/common/core/config/grpc-target.js';

/** Empty: the bot is not configured, which the pages show (SPEC §2). */
const botToken = () => secretFields.mark(z.string().default(''), '');

const schema = baseSchema.extend({
  TELEGRAM_API_ROOT: z.url().default('https://api.telegram.org'),
  TELEGRAM_BOT_TOKEN: botToken(),
  TELEGRAM_BACKUP_BOT_TOKEN: botToken(),
  /** Start of the links to the bots. */
  TELEGRAM_LINK_BASE: z.url().default('https://t.me'),
  /** Long-poll time of getUpdates. */
  TELEGRAM_POLL_SECONDS: z.coerce.number().int().min(0).max(50).default(25),
  /** Other calls; the browser's request for a link has 10 s in all. */
  TELEGRAM_TIMEOUT_MS: z.coerce.number().int().min(50).max(60_000).default(7_000),
  /** First backoff while Telegram is unreachable. */
  TELEGRAM_RETRY_MS: z.coerce.number().int().min(10).max(60_000).default(1_000),
  /** Telegram allows about 30 in all and 1 per chat. */
  TELEGRAM_MESSAGES_PER_SECOND: z.coerce.number().min(0.1).max(1_000).default(25),
  TELEGRAM_CHAT_PAUSE_MS: z.coerce.number().int().min(0).max(60_000).default(1_050),
  /** Minimum interval between edits of an install's message. */
  TELEGRAM_PROGRESS_MS: z.coerce.number().int().min(10).max(600_000).default(5_000),
  /** A bot that is unreachable for this long is replaced by the next way until it answers. */
  TELEGRAM_FALLBACK_MS: z.coerce.number().int().min(0).default(60_000),
  /** Time after which another replica replaces a dead one. */
  LEASE_MS: z.coerce.number().int().min(400).max(120_000).default(10_000),

  /** smtp:// or smtps://, with user and password if needed. */
  SMTP_URL: inDevelopment(z.url({ protocol: /^smtps?$/ }), 'smtp://127.0.0.1:1025'),
  MAIL_FROM: inDevelopment(z.string().min(3), 'Casement <no-reply@casement.local>'),

  /** Addresses and names of users. */
  AUTH_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.auth),
  /** For /quota. */
  BILLING_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.billing),
  /** For /status, and the progress of installs. */
  INSTALL_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.install),
});

export class TelegramConfig extends configOf(schema) {}
