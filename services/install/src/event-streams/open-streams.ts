import { Injectable, Scope, type OnModuleDestroy } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import type { EventChannel } from './event-channel.js';

const HEARTBEAT_MS = 15_000;
/** Lifetime of an access token. Also limits streams of API keys. */
const MAX_STREAM_MS = 15 * 60_000;

export interface OpenStream {
  readonly actor: Actor;
  readonly channel: EventChannel;
  readonly openedAt: number;
}

/** Open streams of one kind in this process. Every service that injects it gets a separate instance. */
@Injectable({ scope: Scope.TRANSIENT })
export class OpenStreams<T extends OpenStream> implements OnModuleDestroy {
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

  /** Ends the streams whose session was revoked or whose token has expired. @returns the remaining streams */
  open(): T[] {
    for (const stream of this.streams) {
      if (this.isAllowed(stream)) continue;
      stream.channel.end();
      this.streams.delete(stream);
    }
    return [...this.streams];
  }

  /** Sends at most one heartbeat every 15 seconds, no matter how often it is called. */
  sendHeartbeats(): void {
    if (Date.now() - this.lastHeartbeat < HEARTBEAT_MS) return;
    this.lastHeartbeat = Date.now();
    for (const { channel } of this.streams) channel.heartbeat();
  }

  onModuleDestroy(): void {
    for (const { channel } of this.streams) channel.end();
    this.streams.clear();
  }

  private isAllowed({ actor, channel, openedAt }: OpenStream): boolean {
    const { expiresAt = Infinity } = actor;
    const endsAt = Math.min(openedAt + MAX_STREAM_MS, expiresAt * 1000);
    return channel.open && !this.edge.isRevoked(actor) && Date.now() < endsAt;
  }
}
