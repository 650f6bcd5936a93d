import { Pacer } from './pacer.js';

/** Follows one connection: its bytes, and why it was closed. */
export interface SocketWatch {
  onSent: (bytes: number) => void;
  onReceived: (bytes: number) => void;
  /** `code` is the relay's, or 1006 where the network took the connection away. */
  onClosed: (code: number) => void;
}

let next: { watch: SocketWatch; opened: (socket: WebSocket) => void } | null = null;

/**
 * The next connection that IronRDP opens is followed by `watch`. IronRDP tells neither the code of a closed connection nor
 * what has passed, and takes no socket: the build gives it this class in the place of the browser's (scripts/desktop-wasm.ts).
 *
 * @returns the way to close it at once, whether it is open yet or not
 */
export function watchNextSocket(watch: SocketWatch): () => void {
  let socket: WebSocket | null = null;
  let closed = false;
  next = {
    watch,
    opened: (opened: WebSocket) => {
      socket = opened;
      if (closed) opened.close(1000);
    },
  };
  return () => {
    closed = true;
    socket?.close(1000);
  };
}

/**
 * What IronRDP sends, in the place of the browser's Blob (scripts/desktop-wasm.ts): that would be read by another process before
 * the first byte of a key leaves.
 */
export class SentBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor([part]: Uint8Array<ArrayBuffer>[]) {
    this.bytes = part!;
  }
}

/** The browser's WebSocket, followed by who waits for it. */
export class DesktopSocket extends WebSocket {
  readonly #watch: SocketWatch | undefined;
  readonly #pacer = new Pacer<unknown>((data) => this.#hand(data));
  #handing = false;

  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    const mine = next;
    next = null;
    this.#watch = mine?.watch;
    // Before IronRDP's own listeners.
    this.addEventListener('message', (event) => {
      if (this.#handing) return;
      this.#watch?.onReceived(sizeOf(event.data));
      if (this.#pacer.hold(event.data)) event.stopImmediatePropagation();
    });
    this.addEventListener('close', ({ code }) => {
      this.#pacer.flush();
      this.#watch?.onClosed(code);
    });
    mine?.opened(this);
  }

  override send(message: Parameters<WebSocket['send']>[0] | SentBytes): void {
    const data = message instanceof SentBytes ? message.bytes : message;
    this.#watch?.onSent(sizeOf(data));
    super.send(data);
  }

  #hand(data: unknown): void {
    this.#handing = true;
    this.dispatchEvent(new MessageEvent('message', { data }));
    this.#handing = false;
  }
}

/** IronRDP sends and takes bytes alone; a text counts as nothing. */
const sizeOf = (data: unknown): number =>
  data instanceof ArrayBuffer || ArrayBuffer.isView(data)
    ? data.byteLength
    : data instanceof Blob
      ? data.size
      : 0;
