import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const desktopErrors = {
  /** @param reason a whole sentence */
  unavailable: (reason: string) =>
    new DomainError('conflict', 'DESKTOP_UNAVAILABLE', `${reason} Nothing was opened.`),

  limit: (max: number) =>
    new DomainError(
      'conflict',
      'DESKTOP_LIMIT',
      `You have ${max} Windows desktops open in browsers, which is the limit. Nothing was opened. Close one of them, then try again.`,
    ),

  /** The same between the ticket and its use, for the relay. */
  limitReached: () =>
    new DomainError(
      'rate_limited',
      'DESKTOP_LIMIT',
      'As many desktops are open as this user may have.',
    ),

  tooManyTickets: () =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      'Desktops were opened too often in the last minute. Nothing was opened. Wait a minute, then try again.',
      { retryAfterSeconds: 60 },
    ),

  /** One answer for all that can be wrong with it. */
  ticketRefused: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'The ticket is unknown, was used, is older than 30 seconds, or its install is not open to it.',
    ),

  notFound: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'This desktop is not kept any more. Reload the page.',
    ),
};
