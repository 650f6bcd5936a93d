import type { Response } from 'express';

/** Limit after which a listener that stopped reading is disconnected, because its events would pile up in memory. */
const MAX_UNREAD_BYTES = 256 * 1024;

export interface LiveEvent {
  /** Sent back as `Last-Event-ID` by a listener that reconnects. */
  id?: string;
  event: string;
  data: unknown;
}

export class EventChannel {
  private ended = false;

  constructor(private readonly response: Response) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // Disables response buffering in proxies.
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

  /** Keeps proxies from closing a quiet stream. */
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
