import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { AccountClosureService } from '../../account-closure/account-closure.service.js';
import type { EventChannel } from '../../event-streams/event-channel.js';
import { OpenStreams, type OpenStream } from '../../event-streams/open-streams.js';
import { newSecret, secretContext, signedHeaders } from '../sending/signing.js';
import { WebhookEndpointsRepository } from '../webhook-endpoints.repository.js';
import { webhookErrors } from '../webhooks.errors.js';
import {
  WebhookListenersRepository,
  type ListenerEpoch,
  type Message,
} from './webhook-listeners.repository.js';

const FEED_EVERY_MS = 1_000;
/** Must be well below the expiry of a listener, which is one minute. */
const POSTPONE_EVERY_MS = 15_000;
const SWEEP_EVERY_MS = 60_000;
const MAX_PER_USER = 5;
const BATCH = 500;

const log = logger('webhooks');

export interface Listener extends ListenerEpoch {
  /** Secret that is valid only for this listener. */
  secret: string;
}

type ListenerStream = OpenStream & Listener;

/**
 * Webhooks for programs without a public address. The response is a stream of events. Each event is written to the
 * outbox like for any endpoint, so it arrives at least once unless the listener is disconnected for more than a
 * minute.
 */
@Injectable()
export class WebhookListeners {
  private lastPostponed = 0;

  constructor(
    private readonly db: Database,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly repository: WebhookListenersRepository,
    private readonly closure: AccountClosureService,
    private readonly secrets: SecretBox,
    private readonly streams: OpenStreams<ListenerStream>,
    jobs: Jobs,
  ) {
    jobs.every('webhook-listeners.feed', FEED_EVERY_MS, () => this.feedAll());
    jobs.every('webhook-listeners.sweep', SWEEP_EVERY_MS, (stop) =>
      this.repository.deleteUnresponsive(stop),
    );
  }

  /**
   * @param id id of an interrupted listener to resume
   * @throws NOT_FOUND if that listener has expired or belongs to another user; RATE_LIMITED, ACCOUNT_CLOSED
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
      await this.closure.admit(tx, userId);
      await this.endpoints.lockAllOf(tx, userId);
      const present = await this.repository.countOf(tx, userId);
      if (present >= MAX_PER_USER) throw webhookErrors.tooManyListeners(MAX_PER_USER);
      const secret = this.secrets.seal(listener.secret, secretContext(listener.id));
      await this.repository.insert(tx, { id: listener.id, userId, secret });
    });
    return listener;
  }

  /** Sends events until the stream ends. It ends at the latest when another stream resumes its listener. */
  add(actor: Actor, channel: EventChannel, listener: Listener): void {
    const { id, secret, epoch } = listener;
    channel.send({ event: 'listening', data: { id, secret } });
    for (const other of this.streams.open()) {
      if (other.id === id) (other.epoch < epoch ? other.channel : channel).end();
    }
    this.streams.add({ ...listener, actor, channel, openedAt: Date.now() });
  }

  private async feedAll(): Promise<void> {
    const open = this.streams.open();
    if (open.length === 0) return;
    try {
      if (Date.now() - this.lastPostponed >= POSTPONE_EVERY_MS) {
        this.lastPostponed = Date.now();
        const held = new Set(await this.repository.postponeExpiry(open));
        // Listeners that are no longer held were resumed through another replica.
        for (const { id, channel } of open) if (!held.has(id)) channel.end();
      }
      await this.feed(open);
    } catch (error) {
      // After a short database outage the next round sends the missed events.
      log.warn({ err: error }, 'could not send events to webhook listeners');
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
        // A listener that no longer reads receives the event after it has reconnected.
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
