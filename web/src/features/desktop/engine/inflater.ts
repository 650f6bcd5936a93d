/** An empty final block (RFC 1951 §3.2.4). The relay never ends its stream, so it is ended here. */
const LAST_BLOCK = Uint8Array.of(1, 0, 0, 0xff, 0xff);

/** Decompresses the relay's messages in order. */
export class Inflater {
  readonly #stream = new DecompressionStream('deflate-raw');
  readonly #writer = this.#stream.writable.getWriter();
  readonly #over: Promise<void>;

  /** @param onError called if the data is not compressed; later data is ignored */
  constructor(onData: (bytes: ArrayBuffer) => void, onError: () => void) {
    this.#over = this.#read(onData).catch(onError);
  }

  write(message: ArrayBuffer): void {
    void this.#writer.write(new Uint8Array(message)).catch(() => undefined);
  }

  /** @returns resolves when all written data has been taken */
  async end(): Promise<void> {
    void this.#writer.write(LAST_BLOCK).catch(() => undefined);
    void this.#writer.close().catch(() => undefined);
    await this.#over;
  }

  async #read(onData: (bytes: ArrayBuffer) => void): Promise<void> {
    const reader = this.#stream.readable.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const { buffer, byteLength } = value;
      onData(byteLength === buffer.byteLength ? buffer : value.slice().buffer);
    }
  }
}
