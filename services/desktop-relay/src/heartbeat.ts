import type { WebSocket } from 'ws';

const MAX_MISSED = 2;

/** Asks a browser again and again whether it is still there; browsers answer automatically. */
export class Heartbeat {
  private missed = 0;
  private askedAt = Date.now();

  constructor(
    private readonly browser: WebSocket,
    private readonly everyMs: number,
  ) {
    browser.on('pong', () => this.alive());
  }

  /** Something came from it. */
  alive(): void {
    this.missed = 0;
  }

  /** Asks when it is time to; true when the last two questions had no answer. */
  isLost(now: number): boolean {
    if (now - this.askedAt < this.everyMs) return false;
    if (this.missed >= MAX_MISSED) return true;
    this.askedAt = now;
    this.missed += 1;
    this.browser.ping();
    return false;
  }
}
