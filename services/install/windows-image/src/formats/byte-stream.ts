import { createHash } from 'node:crypto';

export type Bytes = AsyncIterable<Buffer>;

/** Returns the first bytes and a stream that still contains them. */
export async function peek(
  source: Bytes,
  length: number,
): Promise<{ head: Buffer; stream: AsyncGenerator<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  let size = 0;
  while (size < length) {
    const next = await iterator.next();
    if (next.done) break;
    parts.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(parts);
  async function* replay(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head;
      for (;;) {
        const next = await iterator.next();
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { head, stream: replay() };
}

export class CountedBytes {
  bytes = 0;
  /** True once the source was read to its end; only then is the hash valid. */
  ended = false;
  private readonly hash = createHash('sha256');

  constructor(
    private readonly source: Bytes,
    private readonly onBytes: (bytes: number) => void = () => undefined,
    private readonly hashed = true,
  ) {}

  async *read(): AsyncGenerator<Buffer> {
    for await (const piece of this.source) {
      this.bytes += piece.length;
      if (this.hashed) this.hash.update(piece);
      this.onBytes(this.bytes);
      yield piece;
    }
    this.ended = true;
  }

  /** Returns the hash. May be called only once, at the end. */
  sha256(): string {
    return this.hash.digest('hex');
  }
}
