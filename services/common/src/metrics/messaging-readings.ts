import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { jetstreamManager } from '@nats-io/jetstream';
import { z } from 'zod';
import { SERVICE_NAME } from '../bootstrap/tokens.js';
import { Database } from '../database/database.js';
import { bigintColumn, one } from '../database/sql.js';
import { EventStream } from '../messaging/event-stream.js';
import { Nats } from '../messaging/nats.js';
import { Metrics } from './metrics.js';

const outboxRow = z.object({
  waiting: bigintColumn,
  oldest: z.coerce.number(),
  dead: bigintColumn,
});

/** How far behind the events are, out of this service and into it. */
@Injectable()
export class MessagingReadings implements OnModuleInit {
  private readonly waiting;
  private readonly oldest;
  private readonly deadLetters;
  private readonly pending;
  private readonly connected;

  constructor(
    private readonly metrics: Metrics,
    private readonly db: Database,
    private readonly nats: Nats,
    private readonly stream: EventStream,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {
    this.waiting = metrics.gauge({
      name: 'casement_outbox_waiting',
      help: 'Committed events that have not left yet.',
    });
    this.oldest = metrics.gauge({
      name: 'casement_outbox_oldest_seconds',
      help: 'For how long the oldest of them has waited; 0 without one.',
    });
    this.deadLetters = metrics.gauge({
      name: 'casement_dead_letters',
      help: 'Events that no number of tries could bring through.',
    });
    this.pending = metrics.gauge({
      name: 'casement_inbox_pending',
      help: 'Events in the stream that this service has not worked yet, by consumer.',
      labelNames: ['consumer'],
    });
    this.connected = metrics.gauge({
      name: 'casement_nats_connected',
      help: '1 while the connection to NATS stands.',
    });
  }

  onModuleInit(): void {
    const { waiting, oldest, deadLetters, pending } = this;
    this.metrics.addReading({
      name: 'outbox',
      gauges: [waiting, oldest, deadLetters],
      read: () => this.readDatabase(),
    });
    this.metrics.addReading({ name: 'inbox', gauges: [pending], read: () => this.readStream() });
  }

  private async readDatabase(): Promise<void> {
    const outbox = await one(
      this.db.manager,
      outboxRow,
      `SELECT count(*) AS waiting,
              coalesce(extract(epoch FROM now() - min(occurred_at)), 0) AS oldest,
              (SELECT count(*) FROM dead_letter) AS dead
         FROM outbox WHERE published_at IS NULL`,
    );
    this.waiting.set(outbox.waiting);
    this.oldest.set(Math.max(0, outbox.oldest));
    this.deadLetters.set(outbox.dead);
  }

  private async readStream(): Promise<void> {
    this.connected.set(Number(this.nats.connected));
    if (!this.nats.connected) throw new Error('not connected');
    const { names } = this.stream;
    const own = names.durable(this.service, '');
    const manager = await jetstreamManager(await this.nats.connection());
    for await (const consumer of manager.consumers.list(names.stream)) {
      const { name, num_pending: unseen, num_ack_pending: underWay } = consumer;
      if (!name.startsWith(own)) continue;
      this.pending.set({ consumer: name.slice(own.length) }, unseen + underWay);
    }
  }
}
