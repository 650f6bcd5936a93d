import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { setTimeout as wait } from 'node:timers/promises';

type Strategy = Extract<
  NonNullable<S3ClientConfig['retryStrategy']>,
  { acquireInitialRetryToken: unknown }
>;
type Token = Awaited<ReturnType<Strategy['acquireInitialRetryToken']>>;
type ErrorInfo = Parameters<Strategy['refreshRetryTokenForRetry']>[1];

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;

/**
 * Retries until a time limit after errors that the SDK calls transient (no connection, 500, 502, 503, 504, corrected
 * clock) or throttling. The SDK's own strategies count attempts, and all requests of a client share one budget, which
 * eight concurrent requests use up within a minute of outage.
 */
export class RetryFor implements Strategy {
  private readonly startedAt = new WeakMap<Token, number>();

  /** @param limitMs maximum time from the first attempt to the start of the last */
  constructor(private readonly limitMs: number) {}

  acquireInitialRetryToken(): Promise<Token> {
    return Promise.resolve(this.token(0, performance.now()));
  }

  async refreshRetryTokenForRetry(token: Token, { errorType }: ErrorInfo): Promise<Token> {
    const startedAt = this.startedAt.get(token) ?? performance.now();
    const tried = token.getRetryCount();
    const pauseMs = Math.min(FIRST_WAIT_MS * 2 ** tried, MAX_WAIT_MS) * (0.5 + Math.random() / 2);
    const isTransient = errorType === 'TRANSIENT' || errorType === 'THROTTLING';
    if (!isTransient || performance.now() + pauseMs - startedAt > this.limitMs) {
      throw new Error('not tried again');
    }
    await wait(pauseMs);
    return this.token(tried + 1, startedAt);
  }

  recordSuccess(): void {
    // Stateless across requests.
  }

  private token(count: number, startedAt: number): Token {
    const token = { getRetryCount: () => count, getRetryDelay: () => 0 };
    this.startedAt.set(token, startedAt);
    return token;
  }
}
