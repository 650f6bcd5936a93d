import { DomainError } from '../../core/errors/domain-error.js';

export const throttleErrors = {
  tooManyAttempts: (retryAfterSeconds: number) =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      `Too many attempts. Please try again in ${inWords(retryAfterSeconds)}.`,
      { retryAfterSeconds },
    ),
};

/** Rounds up, to seconds or above a minute to minutes, so that a caller who waits is not refused again. */
function inWords(seconds: number): string {
  const [count, unit] = seconds <= 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
