import type { WebSocket } from 'ws';

const MAX_MISSED = 2;

/** Pings a browser periodically. Browsers answer pings automatically. */
export class Heartbeat {
  private missed = 0;
  private askedAt = Date.now();

  constructor(
    private readonly browser: WebSocket,
    private readonly everyMs: number,
  ) {
    browser.on('pong', () => this.alive());
  }

  /** Resets the counter of unanswered pings. Called after any message. */
  alive(): void {
    this.missed = 0;
  }

  /** Sends a ping when due. Returns true if the last two pings were not answered. */
  isLost(now: number): boolean {
    if (now - this.askedAt < this.everyMs) return false;
    if (this.missed >= MAX_MISSED) return true;
    this.askedAt = now;
    this.missed += 1;
    this.browser.ping();
    return false;
  }
}
