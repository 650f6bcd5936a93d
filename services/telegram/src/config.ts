import { z } from 'zod';
import { baseSchema, configOf, inDevelopment } from '@casement/common/core/config/base-config.js';
import { secretFields } from '@casement/common/core/config/field-marks.js';
import { DEVELOPMENT_GRPC, grpcTarget } from '@casement/common/core/config/grpc-target.js';

/** Empty if the bot is not configured, which the administration pages show (SPEC §2). */
const botToken = () => secretFields.mark(z.string().default(''), '');

const schema = baseSchema.extend({
  TELEGRAM_API_ROOT: z.url().default('https://api.telegram.org'),
  TELEGRAM_BOT_TOKEN: botToken(),
  TELEGRAM_BACKUP_BOT_TOKEN: botToken(),
  /** Base URL of the links to the bots. */
  TELEGRAM_LINK_BASE: z.url().default('https://t.me'),
  /** Long-poll time of getUpdates. */
  TELEGRAM_POLL_SECONDS: z.coerce.number().int().min(0).max(50).default(25),
  /** Timeout of all other calls. The browser's request for a link has 10 s in total. */
  TELEGRAM_TIMEOUT_MS: z.coerce.number().int().min(50).max(60_000).default(7_000),
  /** Initial delay of the backoff while Telegram is unreachable. */
  TELEGRAM_RETRY_MS: z.coerce.number().int().min(10).max(60_000).default(1_000),
  /** Below Telegram's limits of about 30 messages per second in total and 1 per second per chat. */
  TELEGRAM_MESSAGES_PER_SECOND: z.coerce.number().min(0.1).max(1_000).default(25),
  TELEGRAM_CHAT_PAUSE_MS: z.coerce.number().int().min(0).max(60_000).default(1_050),
  /** Minimum interval between edits of an install's message. */
  TELEGRAM_PROGRESS_MS: z.coerce.number().int().min(10).max(600_000).default(5_000),
  /** Duration of failures after which a bot is no longer used until it answers again. */
  TELEGRAM_FALLBACK_MS: z.coerce.number().int().min(0).default(60_000),
  /** Lease duration: if a replica crashes, another one takes over after this time. */
  LEASE_MS: z.coerce.number().int().min(400).max(120_000).default(10_000),

  /** smtp:// or smtps://, with user and password if needed. */
  SMTP_URL: inDevelopment(z.url({ protocol: /^smtps?$/ }), 'smtp://127.0.0.1:1025'),
  MAIL_FROM: inDevelopment(z.string().min(3), 'Casement <no-reply@casement.local>'),

  /** Source of users' names and addresses. */
  AUTH_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.auth),
  /** Used by /quota. */
  BILLING_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.billing),
  /** Used by /status and for the progress of installs. */
  INSTALL_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.install),
});

export class TelegramConfig extends configOf(schema) {}
