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

/** The browser's WebSocket, followed by who waits for it. */
export class DesktopSocket extends WebSocket {
  readonly #watch: SocketWatch | undefined;

  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    const mine = next;
    next = null;
    this.#watch = mine?.watch;
    this.addEventListener('message', ({ data }) => this.#watch?.onReceived(sizeOf(data)));
    this.addEventListener('close', ({ code }) => this.#watch?.onClosed(code));
    mine?.opened(this);
  }

  override send(data: Parameters<WebSocket['send']>[0]): void {
    this.#watch?.onSent(sizeOf(data));
    super.send(data);
  }
}

/** IronRDP sends and takes bytes alone; a text counts as nothing. */
const sizeOf = (data: unknown): number =>
  data instanceof ArrayBuffer || ArrayBuffer.isView(data)
    ? data.byteLength
    : data instanceof Blob
      ? data.size
      : 0;
