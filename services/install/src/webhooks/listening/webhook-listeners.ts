import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { ClosedUsersService } from '../../closed-users/closed-users.service.js';
import type { EventChannel } from '../../live/event-channel.js';
import { OpenStreams, type OpenStream } from '../../live/open-streams.js';
import { newSecret, secretContext, signedHeaders } from '../sending/signing.js';
import { WebhookEndpointsRepository } from '../webhook-endpoints.repository.js';
import { webhookErrors } from '../webhooks.errors.js';
import {
  WebhookListenersRepository,
  type ListenerEpoch,
  type Message,
} from './webhook-listeners.repository.js';

const FEED_EVERY_MS = 1_000;
/** A listener is waited for a minute. */
const KEEP_EVERY_MS = 15_000;
const SWEEP_EVERY_MS = 60_000;
const MAX_PER_USER = 5;
const BATCH = 500;

const log = logger('webhooks');

/** A program that listens: the secret is for this listener alone. */
export interface Listener extends ListenerEpoch {
  secret: string;
}

type ListenerStream = OpenStream & Listener;

/**
 * Webhooks for a program that no address leads to: it asks, and the events come as the answer. Each is written to the
 * outbox of the webhooks as for any endpoint, so it comes at least once while its listener is away for less than a minute.
 */
@Injectable()
export class WebhookListeners implements OnModuleDestroy {
  private readonly streams: OpenStreams<ListenerStream>;
  private lastKept = 0;

  constructor(
    private readonly db: Database,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly repository: WebhookListenersRepository,
    private readonly closedUsers: ClosedUsersService,
    private readonly secrets: SecretBox,
    edge: EdgeState,
    jobs: Jobs,
  ) {
    this.streams = new OpenStreams(edge);
    jobs.every('webhook-listeners.feed', FEED_EVERY_MS, () => this.feedAll());
    jobs.every('webhook-listeners.sweep', SWEEP_EVERY_MS, (stop) =>
      this.repository.deleteSilent(stop),
    );
  }

  /**
   * @param id of one that was interrupted
   * @throws NOT_FOUND where that one is gone, or another user's; RATE_LIMITED, ACCOUNT_CLOSED
   */
  async open({ userId }: Actor, id: string | undefined): Promise<Listener> {
    if (id !== undefined) {
      const resumed = await this.repository.resume(userId, id);
      if (!resumed) throw webhookErrors.listenerGone();
      const { secret, epoch } = resumed;
      return { id, secret: this.secrets.open(secret, secretContext(id)), epoch };
    }
    const listener = { id: newId(), secret: newSecret(), epoch: 0 };
    await this.db.transaction(async (tx) => {
      await this.closedUsers.admit(tx, userId);
      await this.endpoints.lockAllOf(tx, userId);
      const present = await this.repository.countOf(tx, userId);
      if (present >= MAX_PER_USER) throw webhookErrors.tooManyListeners(MAX_PER_USER);
      const secret = this.secrets.seal(listener.secret, secretContext(listener.id));
      await this.repository.insert(tx, { id: listener.id, userId, secret });
    });
    return listener;
  }

  /** Sends what happens until the stream ends, at the latest when its listener is resumed by another. */
  add(actor: Actor, channel: EventChannel, listener: Listener): void {
    const { id, secret, epoch } = listener;
    channel.send({ event: 'listening', data: { id, secret } });
    for (const other of this.streams.open()) {
      if (other.id === id) (other.epoch < epoch ? other.channel : channel).end();
    }
    this.streams.add({ ...listener, actor, channel, openedAt: Date.now() });
  }

  onModuleDestroy(): void {
    this.streams.endAll();
  }

  private async feedAll(): Promise<void> {
    const open = this.streams.open();
    if (open.length === 0) return;
    try {
      if (Date.now() - this.lastKept >= KEEP_EVERY_MS) {
        this.lastKept = Date.now();
        const kept = new Set(await this.repository.keep(open));
        // Resumed through another replica.
        for (const { id, channel } of open) if (!kept.has(id)) channel.end();
      }
      await this.feed(open);
    } catch (error) {
      // The database may be away for a moment: the next round sends what happened meanwhile.
      log.warn({ err: error }, 'listeners were not fed');
    }
    this.streams.sendHeartbeats();
  }

  private async feed(streams: ListenerStream[]): Promise<void> {
    for (;;) {
      const open = streams.filter(({ channel }) => channel.open);
      if (open.length === 0) return;
      const messages = await this.repository.findWaiting(open, BATCH);
      if (messages.length === 0) return;
      const sent = messages.filter((message) => {
        const stream = open.find(({ id }) => id === message.listenerId);
        if (stream) send(stream, message);
        // One that no longer reads gets it when it comes back.
        return stream?.channel.open;
      });
      await this.repository.markSent(
        open,
        sent.map(({ id }) => id),
      );
      if (messages.length < BATCH) return;
    }
  }
}

function send({ secret, channel }: ListenerStream, { eventId, payload: body }: Message): void {
  const headers = signedHeaders([secret], { id: eventId, body, at: new Date() });
  channel.send({ id: eventId, event: 'webhook', data: { headers, body } });
}
