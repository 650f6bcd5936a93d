import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { z } from 'zod';
import { logger } from '../../core/logging/logger.js';

const log = logger('jwks');
const FETCH_TIMEOUT_MS = 2_000;
const MAX_ANSWER_LENGTH = 64_000;
/** Until auth has answered for the first time. */
const FIRST_RETRY_MS = 1_000;

const jwks = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('EC'), crv: z.literal('P-256') })),
});

export interface JwksOptions {
  /** An unknown kid asks auth again at most this often, so made-up kids can't flood it. */
  retryMs: number;
  /** Known keys are looked up anew this often, so a withdrawn key goes away. */
  maxAgeMs: number;
}

/**
 * Auth's public keys, fetched once and kept. While auth is down the last ones stay in use.
 */
export class JwksKeys implements OnApplicationBootstrap {
  private keys = new Map<string, KeyObject>();
  private fetchedAt = -Infinity;
  private triedAt = -Infinity;
  private underWay: Promise<void> | undefined;
  private published = '';
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly url: string,
    private readonly options: JwksOptions = { retryMs: 5_000, maxAgeMs: 300_000 },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Asks for them behind the start of the process: a new replica is sent requests also while auth's are replaced. That it
   * failed counts for nothing, since auth itself does not listen yet: the first token asks again.
   */
  onApplicationBootstrap(): void {
    void this.ask('debug');
  }

  /** False until auth has answered once: then a token can be neither accepted nor refused. */
  get loaded(): boolean {
    return this.fetchedAt > -Infinity;
  }

  /** The key of this id, or undefined if auth does not know it either. */
  async find(kid: string): Promise<KeyObject | undefined> {
    const known = this.keys.get(kid);
    if (known) {
      this.keepFresh();
      return known;
    }
    await this.refresh();
    // What was under way may have been the start's, which came too early.
    if (!this.loaded) await this.refresh();
    return this.keys.get(kid);
  }

  /** Asks auth in the background when the keys are old. For callers that remember what a key has verified. */
  keepFresh(): void {
    const isOld = this.loaded && this.now() - this.fetchedAt > this.options.maxAgeMs;
    if (isOld) void this.refresh();
  }

  /** Runs when keys were added or withdrawn. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Asks auth, unless it was asked a moment ago. Never throws. */
  refresh(): Promise<void> {
    if (this.underWay) return this.underWay;
    const { retryMs } = this.options;
    const pause = this.loaded ? retryMs : Math.min(retryMs, FIRST_RETRY_MS);
    if (this.now() - this.triedAt < pause) return Promise.resolve();
    return this.ask('warn').finally(() => (this.triedAt = this.now()));
  }

  private ask(logLevel: 'warn' | 'debug'): Promise<void> {
    this.underWay = this.fetch()
      .catch((err: unknown) => {
        log[logLevel]({ err, keptKeys: this.keys.size }, 'public keys not fetched');
      })
      .finally(() => (this.underWay = undefined));
    return this.underWay;
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
