import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { SecretOrKeyProvider } from 'passport-jwt';
import { z } from 'zod';
import { logger } from '../../core/logging/logger.js';
import { authErrors, Unauthenticated } from './auth.errors.js';

const log = logger('jwks');
const FETCH_TIMEOUT_MS = 2_000;
const MAX_ANSWER_LENGTH = 64_000;
/** Maximum pause between two fetches until auth has responded for the first time. */
const FIRST_RETRY_MS = 1_000;

const jwks = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('EC'), crv: z.literal('P-256') })),
});

export interface JwksOptions {
  /** Minimum time between two fetches for unknown key ids, so that made-up ids cannot flood auth. */
  retryMs: number;
  /** Age after which the keys are refetched, so that a withdrawn key disappears. */
  maxAgeMs: number;
}

/** Public keys of auth. The last fetched keys stay in use while auth is down (ADR 47: not jwks-rsa). */
export class JwksKeys implements OnApplicationBootstrap {
  private keys = new Map<string, KeyObject>();
  private fetchedAt = -Infinity;
  private triedAt = -Infinity;
  private inFlight: Promise<void> | undefined;
  private published = '';
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly url: string,
    private readonly options: JwksOptions = { retryMs: 5_000, maxAgeMs: 300_000 },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Fetches the keys in the background, because a new replica may receive requests while auth is being restarted. A
   * failure does not start the retry pause, because at startup auth itself may not listen yet; the first token
   * fetches again.
   */
  onApplicationBootstrap(): void {
    void this.ask('debug');
  }

  /** False until auth has responded once. Until then, tokens can be neither accepted nor refused. */
  get loaded(): boolean {
    return this.fetchedAt > -Infinity;
  }

  /** Provides passport-jwt with the key that a token's header names. */
  readonly secretOrKeyProvider: SecretOrKeyProvider = (_request, token: string, done) => {
    this.keyOf(token).then(
      (key) => done(null, key as never),
      (error: unknown) => done(error),
    );
  };

  /** Returns the key with this id, or undefined if auth does not publish it. */
  async find(kid: string): Promise<KeyObject | undefined> {
    const known = this.keys.get(kid);
    if (known) {
      this.refreshIfOld();
      return known;
    }
    await this.refresh();
    // The awaited fetch may have been the one that onApplicationBootstrap started, which can fail while auth starts.
    if (!this.loaded) await this.refresh();
    return this.keys.get(kid);
  }

  /** Refreshes old keys in the background. Also called for cached tokens, which need no key lookup. */
  refreshIfOld(): void {
    const isOld = this.loaded && this.now() - this.fetchedAt > this.options.maxAgeMs;
    if (isOld) void this.refresh();
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Fetches the keys unless the last fetch was less than the retry pause ago. Never throws. */
  refresh(): Promise<void> {
    if (this.inFlight) return this.inFlight;
    const { retryMs } = this.options;
    const pause = this.loaded ? retryMs : Math.min(retryMs, FIRST_RETRY_MS);
    if (this.now() - this.triedAt < pause) return Promise.resolve();
    return this.ask('warn').finally(() => (this.triedAt = this.now()));
  }

  /** @throws Unauthenticated for an unknown key, UNAVAILABLE until auth has responded once */
  private async keyOf(token: string): Promise<KeyObject> {
    const kid = keyIdOf(token);
    if (!kid) throw new Unauthenticated();
    const key = await this.find(kid);
    if (key) return key;
    throw this.loaded ? new Unauthenticated() : authErrors.keysUnavailable();
  }

  private ask(logLevel: 'warn' | 'debug'): Promise<void> {
    this.inFlight = this.fetch()
      .catch((err: unknown) => {
        log[logLevel]({ err, cachedKeys: this.keys.size }, 'could not fetch public keys');
      })
      .finally(() => (this.inFlight = undefined));
    return this.inFlight;
  }

  private async fetch(): Promise<void> {
    const answer = await fetch(this.url, {
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const text = await answer.text();
    if (text.length > MAX_ANSWER_LENGTH) throw new Error('answer too large');
    const { keys } = jwks.parse(JSON.parse(text));
    this.keys = new Map(keys.map((jwk) => [jwk.kid, toPublicKey(jwk)]));
    this.fetchedAt = this.now();
    if (text === this.published) return;
    this.published = text;
    for (const listener of this.listeners) listener();
  }
}

const toPublicKey = (jwk: object): KeyObject =>
  createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });

function keyIdOf(token: string): string | undefined {
  try {
    const header: unknown = JSON.parse(
      Buffer.from(token.split('.')[0] ?? '', 'base64url').toString(),
    );
    const kid = (header as { kid?: unknown }).kid;
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
