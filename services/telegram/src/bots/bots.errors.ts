import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { BOT_NOT_CONFIGURED } from '@casement/proto/http/telegram/telegram.js';
import type { BotName } from './bot-name.js';

const NAMES: Record<BotName, string> = { primary: 'The bot', backup: 'The backup bot' };

export const botErrors = {
  alreadyRunning: (name: BotName) =>
    new DomainError('conflict', 'BOT_ALREADY_RUNNING', `${NAMES[name]} is already running.`),
  notRunning: (name: BotName) =>
    new DomainError('conflict', 'BOT_NOT_RUNNING', `${NAMES[name]} is not running.`),
  tokenInvalid: () => new DomainError('conflict', 'BOT_TOKEN_INVALID', BOT_NOT_CONFIGURED),
};

/** A separate class so that callers can catch it and use the backup bot. */
export class TelegramUnavailable extends DomainError {
  /** @param reason response of Telegram without secrets, shown to the user */
  constructor(reason: string) {
    super(
      'unavailable',
      'TELEGRAM_UNAVAILABLE',
      `Telegram is not responding at the moment. Please try again later. (${reason})`,
    );
  }
}
