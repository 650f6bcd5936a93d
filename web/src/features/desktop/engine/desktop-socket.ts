import { DESKTOP_DEFLATE } from '@casement/proto/http/install/desktops/desktops.js';
import { Inflater } from './inflater.js';
import { Pacer } from './pacer.js';

/** Watches one connection: its bytes and its close reason. */
export interface SocketWatch {
  onSent: (bytes: number) => void;
  onReceived: (bytes: number) => void;
  /** `code` comes from the relay, or is 1006 if the network connection was lost. */
  onClosed: (code: number) => void;
}

let next: { watch: SocketWatch; opened: (socket: WebSocket) => void } | null = null;

/**
 * Attaches `watch` to the next connection that IronRDP opens. IronRDP exposes neither the close code nor the
 * transferred bytes, and accepts no socket, so the build replaces the browser's WebSocket with this class
 * (scripts/desktop-wasm.ts).
 *
 * @returns closes the connection immediately, even if it is not open yet
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
 * Bytes sent by IronRDP. Replaces the browser's Blob (scripts/desktop-wasm.ts), which another process would have to
 * read before the first byte of a key leaves.
 */
export class SentBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor([part]: Uint8Array<ArrayBuffer>[]) {
    this.bytes = part!;
  }
}

/**
 * WebSocket with watchers. Messages are decompressed and paced before IronRDP sees them, so messages and the close
 * event are withheld from IronRDP's listeners and dispatched again later.
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
    // Registered before IronRDP's own listeners, to withhold the events from them.
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

/** IronRDP sends only bytes; text counts as zero. */
const sizeOf = (data: unknown): number => (ArrayBuffer.isView(data) ? data.byteLength : 0);
