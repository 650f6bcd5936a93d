import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { z } from 'zod';
import { logger } from '../logging/logger.js';
import { pause } from '../messaging/abortable.js';

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
 * Auth's public keys, fetched once and kept. While auth is down the last ones stay in use. They are fetched behind the
 * start of the process, not by the first token: a replica that is new is sent requests while auth's are replaced, too.
 */
export class JwksKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  private keys = new Map<string, KeyObject>();
  private fetchedAt = -Infinity;
  private triedAt = -Infinity;
  private underWay: Promise<void> | undefined;
  private published = '';
  private isReported = false;
  private readonly stop = new AbortController();
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly url: string,
    private readonly options: JwksOptions = { retryMs: 5_000, maxAgeMs: 300_000 },
    private readonly now: () => number = () => performance.now(),
  ) {}

  onApplicationBootstrap(): void {
    void this.load();
  }

  onApplicationShutdown(): void {
    this.stop.abort();
  }

  private async load(): Promise<void> {
    const { signal } = this.stop;
    while (!this.loaded && !signal.aborted) {
      await this.refresh();
      if (!this.loaded) await pause(FIRST_RETRY_MS, signal);
    }
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
    const retryMs = Math.min(this.options.retryMs, this.loaded ? Infinity : FIRST_RETRY_MS);
    if (this.now() - this.triedAt < retryMs) return Promise.resolve();
    this.underWay = this.fetch().finally(() => {
      this.triedAt = this.now();
      this.underWay = undefined;
    });
    return this.underWay;
  }

  private async fetch(): Promise<void> {
    try {
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
      this.isReported = false;
      if (text === this.published) return;
      this.published = text;
      for (const listener of this.listeners) listener();
    } catch (err) {
      // Once: at a start of everything auth is not there yet.
      if (!this.isReported) log.warn({ err, keptKeys: this.keys.size }, 'public keys not fetched');
      this.isReported = true;
    }
  }
}

const toPublicKey = (jwk: object): KeyObject =>
  createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
