import { setTimeout as wait } from 'node:timers/promises';
import type { KV, KvEntry } from '@nats-io/kv';
import { logger } from '../../core/logging/logger.js';

const log = logger('edge');
const RETRY_MS = 200;
const EMPTY_CHECK_MS = 100;
/** Silence after which another snapshot is requested, because NATS may lose one when the bucket's replicas change. */
const SILENCE_MS = 5_000;

export interface WatchTarget {
  /** Replaces the complete state; missing entries are removed. */
  replace(entries: ReadonlyMap<string, string>): void;
  put(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * Keeps a target equal to a bucket. Each (re)connection reads a new snapshot and swaps it in when it is complete. The
 * previous state stays in use until then.
 */
export class BucketWatch {
  private complete = false;
  private stopped = false;
  private current: { stop(): void } | undefined;

  constructor(
    private readonly open: () => Promise<KV>,
    private readonly target: WatchTarget,
    private readonly silenceMs = SILENCE_MS,
  ) {}

  /** True after the first complete snapshot. */
  get ready(): boolean {
    return this.complete;
  }

  start(): void {
    void this.run();
  }

  /** Reads a new snapshot, e.g. after a reconnection. */
  restart(): void {
    this.current?.stop();
  }

  stop(): void {
    this.stopped = true;
    this.current?.stop();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.follow(await this.open());
      } catch (err) {
        if (this.stopped) return;
        log.warn({ err }, 'cannot watch the edge state');
      }
      await wait(RETRY_MS, undefined, { ref: false });
    }
  }

  private async follow(bucket: KV): Promise<void> {
    const snapshot = new Map<string, string>();
    let live = false;
    const goLive = () => {
      live = true;
      this.complete = true;
      this.target.replace(snapshot);
    };
    const watch = await bucket.watch();
    this.current = watch;
    if (this.stopped) watch.stop();
    let heardAt = performance.now();
    // An empty bucket sends no message at all, so its status is polled.
    const emptyCheck = setInterval(() => {
      if (live) return clearInterval(emptyCheck);
      if (performance.now() - heardAt > this.silenceMs) return watch.stop();
      void bucket.status().then(
        (status) => {
          if (!live && status.values === 0) goLive();
        },
        () => undefined,
      );
    }, EMPTY_CHECK_MS);
    try {
      for await (const entry of watch) {
        heardAt = performance.now();
        if (live) apply(entry, this.target);
        else {
          apply(entry, {
            put: (key, value) => void snapshot.set(key, value),
            remove: (key) => void snapshot.delete(key),
          });
          if (entry.isUpdate) goLive();
        }
      }
    } finally {
      clearInterval(emptyCheck);
    }
  }
}

function apply(entry: KvEntry, target: Pick<WatchTarget, 'put' | 'remove'>): void {
  if (entry.operation === 'PUT') target.put(entry.key, entry.string());
  else target.remove(entry.key);
}
