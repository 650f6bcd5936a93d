import { DomainError } from '@casement/common/errors/domain-error.js';

export class TelegramNotConnected extends DomainError {
  constructor() {
    super('conflict', 'TELEGRAM_NOT_CONNECTED', 'No Telegram account is connected.');
  }
}

/** No link is given out that nobody would answer. */
export class NoBotRuns extends DomainError {
  constructor() {
    super(
      'conflict',
      'TELEGRAM_UNAVAILABLE',
      'Telegram can not be connected at the moment: the bot is not running. Please try again later.',
    );
  }
}
