import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { conflict, notFound, rateLimited } from '../errors.js';

export const desktopErrors = {
  /** @param reason a complete sentence */
  unavailable: (reason: string) => conflict('DESKTOP_UNAVAILABLE', `${reason} Nothing was opened.`),

  limit: (max: number) =>
    conflict(
      'DESKTOP_LIMIT',
      `You already have ${max} Windows desktops open in browsers, the maximum. Nothing was opened. Close one and try again.`,
    ),

  /** Response to the relay if the limit is reached between issuing and using the ticket. */
  limitReached: () =>
    new DomainError(
      'rate_limited',
      'DESKTOP_LIMIT',
      'This user has reached the limit of open desktops.',
    ),

  tooManyTickets: () =>
    rateLimited(
      'Too many desktops were opened in the last minute. Nothing was opened. Wait a minute, then try again.',
      { retryAfterSeconds: 60 },
    ),

  /** Uses one message for every reason, so that it reveals none of them. */
  ticketRefused: () =>
    notFound(
      'The ticket is unknown, was used, is older than 30 seconds, or its install is not open to it.',
    ),

  notFound: () => notFound('This desktop is no longer available. Please reload the page.'),
};
