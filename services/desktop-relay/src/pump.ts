import type { TLSSocket } from 'node:tls';
import type { WebSocket } from 'ws';
import { sendTo } from './compression.js';
import type { RelayLimits } from './limits.js';

const PIECE_BYTES = 64 * 1024;

interface Direction {
  readonly bytes: number;
  /** Time since which the buffer has made no progress; `null` while it is not full. */
  readonly blockedSince: number | null;
}

/**
 * Copies from browser to Windows. A message is written in pieces, and no further message is read while Windows does
 * not accept the next piece.
 */
class ToWindows implements Direction {
  bytes = 0;
  blockedSince: number | null = null;
  private readonly pieces: Buffer[] = [];

  constructor(
    private readonly browser: WebSocket,
    private readonly windows: TLSSocket,
  ) {
    windows.on('drain', () => this.write());
  }

  take(message: Buffer): void {
    this.bytes += message.length;
    for (let at = 0; at < message.length; at += PIECE_BYTES) {
      this.pieces.push(message.subarray(at, at + PIECE_BYTES));
    }
    if (this.blockedSince === null) this.write();
  }

  private write(): void {
    for (let piece = this.pieces.shift(); piece; piece = this.pieces.shift()) {
      if (this.windows.write(piece)) continue;
      this.blockedSince = Date.now();
      this.browser.pause();
      return;
    }
    this.blockedSince = null;
    this.browser.resume();
  }
}

/**
 * Copies from Windows to browser. Data read in one turn of the event loop becomes one message, because a screen
 * arrives in hundreds of TLS records and each message costs a packet and an event in the page. Reading from Windows
 * pauses while more than `highBytes` are buffered for the browser.
 */
class ToBrowser implements Direction {
  bytes = 0;
  blockedSince: number | null = null;
  private readonly read: Buffer[] = [];
  private readBytes = 0;

  constructor(
    private readonly browser: WebSocket,
    private readonly windows: TLSSocket,
    private readonly limits: Pick<RelayLimits, 'highBytes' | 'lowBytes'>,
  ) {}

  take(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.readBytes += chunk.length;
    if (this.read.push(chunk) === 1) setImmediate(() => this.flush());
    const held = this.readBytes + this.browser.bufferedAmount;
    if (this.blockedSince !== null || held <= this.limits.highBytes) return;
    this.blockedSince = Date.now();
    this.windows.pause();
  }

  flush(): void {
    const [first, ...others] = this.read.splice(0);
    this.readBytes = 0;
    if (!first || this.browser.readyState !== this.browser.OPEN) return;
    const message = others.length > 0 ? Buffer.concat([first, ...others]) : first;
    sendTo(this.browser, message, this.sent);
  }

  private readonly sent = (error?: Error): void => {
    if (error || this.blockedSince === null) return;
    this.blockedSince = Date.now();
    if (this.browser.bufferedAmount > this.limits.lowBytes) return;
    this.blockedSince = null;
    this.windows.resume();
  };
}

/**
 * Copies bytes in both directions with back-pressure. A session buffers at most one message, one piece of it in TLS,
 * and `highBytes` for the browser.
 */
export class Pump {
  private readonly toWindows: ToWindows;
  private readonly toBrowser: ToBrowser;
  private lastTransferAt = Date.now();

  /** @param onTransfer called after each piece with the total bytes of both directions */
  constructor(
    browser: WebSocket,
    windows: TLSSocket,
    private readonly limits: RelayLimits,
    private readonly onTransfer: (bytes: number) => void,
  ) {
    this.toWindows = new ToWindows(browser, windows);
    this.toBrowser = new ToBrowser(browser, windows, limits);
    windows.on('data', (chunk: Buffer) => this.take(this.toBrowser, chunk));
  }

  /** Sends pending data to the browser immediately. Called before a close frame is sent. */
  flush(): void {
    this.toBrowser.flush();
  }

  fromBrowser(message: Buffer): void {
    this.take(this.toWindows, message);
  }

  get bytesToWindows(): number {
    return this.toWindows.bytes;
  }

  get bytesToBrowser(): number {
    return this.toBrowser.bytes;
  }

  /** True while data is buffered for the browser, so that a ping would have to wait behind it. */
  get browserIsBehind(): boolean {
    return this.toBrowser.blockedSince !== null;
  }

  /** Returns which time limit is exceeded, or `null`. */
  expired(now: number): 'too_slow' | 'idle' | null {
    for (const { blockedSince } of [this.toWindows, this.toBrowser]) {
      if (blockedSince !== null && now - blockedSince > this.limits.stallMs) return 'too_slow';
    }
    return now - this.lastTransferAt > this.limits.idleMs ? 'idle' : null;
  }

  private take(direction: ToWindows | ToBrowser, bytes: Buffer): void {
    this.lastTransferAt = Date.now();
    direction.take(bytes);
    this.onTransfer(this.toWindows.bytes + this.toBrowser.bytes);
  }
}
