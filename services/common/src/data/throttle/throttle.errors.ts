import { DomainError } from '../../core/errors/domain-error.js';

export const throttleErrors = {
  tooManyAttempts: (retryAfterSeconds: number) =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      `Too many attempts. Please try again in ${formatDuration(retryAfterSeconds)}.`,
      { retryAfterSeconds },
    ),
};

/**
 * Formats a wait in seconds or, above one minute, in minutes. Rounds up so that a caller who waits that long is not
 * refused again.
 */
function formatDuration(seconds: number): string {
  const [count, unit] = seconds <= 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
