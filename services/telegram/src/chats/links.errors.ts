import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const linkErrors = {
  notConnected: () =>
    new DomainError('conflict', 'TELEGRAM_NOT_CONNECTED', 'No Telegram account is connected.'),
  noBotRunning: () =>
    new DomainError(
      'conflict',
      'TELEGRAM_UNAVAILABLE',
      'Telegram cannot be connected at the moment: the bot is not running. Please try again later.',
    ),
};
