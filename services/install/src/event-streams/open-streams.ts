import type { Actor } from '@casement/common/platform/auth/actor.js';
import type { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import type { EventChannel } from './event-channel.js';

const HEARTBEAT_MS = 15_000;
/** The life of an access token: a listener continues with a new one. */
const MAX_STREAM_MS = 15 * 60_000;

/** What every open stream has. */
export interface OpenStream {
  readonly actor: Actor;
  readonly channel: EventChannel;
  readonly openedAt: number;
}

/** The streams of one kind that are open in this process. */
export class OpenStreams<T extends OpenStream> {
  private readonly streams = new Set<T>();
  private lastHeartbeat = Date.now();

  constructor(private readonly edge: EdgeState) {}

  add(stream: T): void {
    this.streams.add(stream);
  }

  countOf({ userId }: Actor): number {
    return [...this.streams].filter(({ actor, channel }) => actor.userId === userId && channel.open)
      .length;
  }

  /** Those that are open, after the others have been let go: those that have ended, and those whose session or token has. */
  open(): T[] {
    for (const stream of this.streams) {
      if (this.isAllowed(stream)) continue;
      stream.channel.end();
      this.streams.delete(stream);
    }
    return [...this.streams];
  }

  /** To be called often; they are sent seldom. */
  sendHeartbeats(): void {
    if (Date.now() - this.lastHeartbeat < HEARTBEAT_MS) return;
    this.lastHeartbeat = Date.now();
    for (const { channel } of this.streams) channel.heartbeat();
  }

  endAll(): void {
    for (const { channel } of this.streams) channel.end();
    this.streams.clear();
  }

  private isAllowed({ actor, channel, openedAt }: OpenStream): boolean {
    return channel.open && !this.edge.isRevoked(actor) && Date.now() - openedAt < MAX_STREAM_MS;
  }
}
