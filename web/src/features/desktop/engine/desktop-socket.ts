import { DESKTOP_DEFLATE } from '@casement/proto/http/install/desktops.js';
import { Inflater } from './inflater.js';
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

/**
 * The browser's WebSocket, followed by who waits for it. Before IronRDP sees a message it was compressed by the relay and waited for
 * its turn, so messages and the end are kept from IronRDP's listeners and told to them anew.
 */
export class DesktopSocket extends WebSocket {
  readonly #watch: SocketWatch | undefined;
  readonly #pacer = new Pacer<ArrayBuffer>((data) => {
    this.#tell(new MessageEvent('message', { data }));
  });
  readonly #inflater = new Inflater(
    (bytes) => this.#take(bytes),
    () => this.close(1000),
  );
  #telling = false;

  constructor(url: string | URL) {
    super(url, DESKTOP_DEFLATE);
    const mine = next;
    next = null;
    this.#watch = mine?.watch;
    // Before IronRDP's own listeners.
    this.addEventListener('message', (event) => {
      if (this.#telling) return;
      event.stopImmediatePropagation();
      this.#inflater.write(event.data as ArrayBuffer);
    });
    this.addEventListener('close', (event) => {
      if (this.#telling) return;
      event.stopImmediatePropagation();
      void this.#inflater.end().then(() => this.#closed(event));
    });
    mine?.opened(this);
  }

  override send(message: Parameters<WebSocket['send']>[0] | SentBytes): void {
    const data = message instanceof SentBytes ? message.bytes : message;
    this.#watch?.onSent(sizeOf(data));
    super.send(data);
  }

  #take(bytes: ArrayBuffer): void {
    this.#watch?.onReceived(bytes.byteLength);
    this.#pacer.take(bytes);
  }

  #closed({ code, reason, wasClean }: CloseEvent): void {
    this.#pacer.flush();
    this.#watch?.onClosed(code);
    this.#tell(new CloseEvent('close', { code, reason, wasClean }));
  }

  #tell(event: Event): void {
    this.#telling = true;
    this.dispatchEvent(event);
    this.#telling = false;
  }
}

/** IronRDP sends bytes alone; a text counts as nothing. */
const sizeOf = (data: unknown): number => (ArrayBuffer.isView(data) ? data.byteLength : 0);
