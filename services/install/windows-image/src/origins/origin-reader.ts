import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChunkStore } from '../store/chunk-store.js';
import { ImageRefused } from '../image-failures.js';
import { chunkUrl } from './chunk-url.js';
import { originAddress, type ImageOrigin } from './origin-settings.js';

/** Time limit of all retries, and the retry interval. */
const PATIENCE_MS = 120_000;
const PAUSE_MS = 1_000;
/** Time limit per chunk; slower origins are useless. */
const CHUNK_MS = 60_000;
/** Maximum response size, larger than any chunk. */
const MAX_BYTES = 64 * 2 ** 20;

export interface ReaderOptions {
  signal: AbortSignal;
  patienceMs?: number;
}

/** Reads chunks from an origin like a VPS, by URL and without our redirect. */
export class OriginReader implements Pick<ChunkStore, 'openChunk'> {
  private readonly patienceMs: number;

  constructor(
    private readonly origin: ImageOrigin,
    private readonly options: ReaderOptions,
  ) {
    this.patienceMs = options.patienceMs ?? PATIENCE_MS;
  }

  /**
   * Returns `null` if the origin answers 404.
   * @throws ImageRefused ORIGIN_ANSWERED, ORIGIN_UNREACHABLE after the retries; the signal's reason
   */
  async openChunk(hash: string): Promise<{ size: number; content: Readable } | null> {
    const until = performance.now() + this.patienceMs;
    for (;;) {
      const answer = await this.ask(hash);
      if (answer === null) return null;
      if (Buffer.isBuffer(answer)) return { size: answer.length, content: Readable.from([answer]) };
      if (!answer.isTransient || performance.now() > until) throw answer.refused;
      await wait(PAUSE_MS, undefined, { signal: this.options.signal });
    }
  }

  private async ask(
    hash: string,
  ): Promise<Buffer | null | { refused: ImageRefused; isTransient: boolean }> {
    const { signal } = this.options;
    const values = { origin: this.origin.name, host: new URL(originAddress(this.origin)).host };
    try {
      const answer = await fetch(await chunkUrl(this.origin, hash, new Date()), {
        signal: AbortSignal.any([signal, AbortSignal.timeout(CHUNK_MS)]),
      });
      if (answer.ok) return await bounded(answer);
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      const refused = new ImageRefused('ORIGIN_ANSWERED', { ...values, status: answer.status });
      return { refused, isTransient: answer.status >= 500 || answer.status === 429 };
    } catch (error) {
      signal.throwIfAborted();
      const refused = new ImageRefused('ORIGIN_UNREACHABLE', values, { cause: error });
      return { refused, isTransient: true };
    }
  }
}

async function bounded(answer: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).length;
    // The truncated content fails the hash check.
    if (size > MAX_BYTES) break;
  }
  return Buffer.concat(parts);
}
