import type { Response } from 'express';

/** A listener that stopped reading is disconnected: its events would pile up in memory. */
const MAX_UNREAD_BYTES = 256 * 1024;

export interface LiveEvent {
  /** A listener that reconnects names the last one that it received. */
  id?: string;
  event: string;
  data: unknown;
}

/** One open answer of Server-Sent Events. */
export class EventChannel {
  private ended = false;

  constructor(private readonly response: Response) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // For proxies that keep answers until they are whole.
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    response.once('close', () => (this.ended = true));
  }

  get open(): boolean {
    return !this.ended;
  }

  send({ id, event, data }: LiveEvent): void {
    this.write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** So that no proxy takes a quiet stream for a dead one. */
  heartbeat(): void {
    this.write(': heartbeat\n\n');
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.response.end();
  }

  private write(text: string): void {
    if (this.ended) return;
    this.response.write(text);
    if (this.response.writableLength > MAX_UNREAD_BYTES) {
      this.ended = true;
      this.response.destroy();
    }
  }
}
