import { DomainError } from '@casement/common/errors/domain-error.js';
import { BOT_NOT_CONFIGURED } from '@casement/proto/http/telegram.js';
import type { BotName } from './bot-name.js';

const NAMES: Record<BotName, string> = { primary: 'The bot', backup: 'The backup bot' };

export class BotAlreadyRunning extends DomainError {
  constructor(name: BotName) {
    super('conflict', 'BOT_ALREADY_RUNNING', `${NAMES[name]} is already running.`);
  }
}

export class BotNotRunning extends DomainError {
  constructor(name: BotName) {
    super('conflict', 'BOT_NOT_RUNNING', `${NAMES[name]} is not running.`);
  }
}

export class BotTokenInvalid extends DomainError {
  constructor() {
    super('conflict', 'BOT_TOKEN_INVALID', BOT_NOT_CONFIGURED);
  }
}

/** @param reason what Telegram answered, without secrets */
export class TelegramNotAnswering extends DomainError {
  constructor(reason: string) {
    super(
      'unavailable',
      'TELEGRAM_UNAVAILABLE',
      `Telegram does not answer at the moment. Please try again later. (${reason})`,
    );
  }
}
