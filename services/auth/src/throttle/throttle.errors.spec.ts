import { TooManyAttempts } from './throttle.errors.js';

describe(TooManyAttempts.name, () => {
  it.each([
    [1, '1 second'],
    [60, '60 seconds'],
    [61, '2 minutes'],
    [300, '5 minutes'],
  ])('says the wait: %s s is %s', (seconds, words) => {
    const { message, retryAfterSeconds } = new TooManyAttempts(seconds);
    expect(message).toBe(`Too many attempts. Please try again in ${words}.`);
    expect(retryAfterSeconds).toBe(seconds);
  });
});
