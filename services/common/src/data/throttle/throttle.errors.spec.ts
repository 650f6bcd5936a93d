import { throttleErrors } from './throttle.errors.js';

describe('throttleErrors.tooManyAttempts', () => {
  it.each([
    [1, '1 second'],
    [60, '60 seconds'],
    [61, '2 minutes'],
    [300, '5 minutes'],
  ])('names the wait: %s s is %s', (seconds, words) => {
    const { message, retryAfterSeconds } = throttleErrors.tooManyAttempts(seconds);
    expect(message).toBe(`Too many attempts. Please try again in ${words}.`);
    expect(retryAfterSeconds).toBe(seconds);
  });
});
