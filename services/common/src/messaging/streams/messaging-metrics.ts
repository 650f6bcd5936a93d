import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { jetstreamManager, type StreamInfo } from '@nats-io/jetstream';
import { BUCKETS } from '@casement/proto/access/access.js';
import { SERVICE_NAME } from '../../core/config/service-name.js';
import { SqlGauges } from '../../data/database/sql-gauges.js';
import { EventStream } from '../event-stream.js';
import { Nats } from '../nats.js';
import { upToDateReplicas, retentionUsed } from '../stream-state.js';
import { Metrics } from '../../core/metrics/metrics.js';

/** Metrics of the service's event backlog and of the stream's replicas. */
@Injectable()
export class MessagingMetrics implements OnModuleInit {
  private readonly pending;
  private readonly connected;
  private readonly unseen;
  private readonly missing;

  constructor(
    private readonly metrics: Metrics,
    private readonly sqlGauges: SqlGauges,
    private readonly nats: Nats,
    private readonly stream: EventStream,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {
    this.pending = metrics.gauge({
      name: 'casement_inbox_pending',
      help: 'Events in the stream that this service has not processed, by consumer.',
      labelNames: ['consumer'],
    });
    this.connected = metrics.gauge({
      name: 'casement_nats_connected',
      help: '1 while connected to NATS.',
    });
    this.unseen = metrics.gauge({
      name: 'casement_stream_unseen_ratio',
      help: 'Fraction of the event stream (by number or age) newer than the oldest event that a consumer has not processed. At 1 that event is dropped.',
      labelNames: ['consumer'],
    });
    this.missing = metrics.gauge({
      name: 'casement_stream_copies_missing',
      help: 'Up-to-date replicas missing from NATS_REPLICAS for the stream, a consumer or a bucket.',
      labelNames: ['stream'],
    });
  }

  onModuleInit(): void {
    const { pending, unseen, missing } = this;
    this.sqlGauges.add({
      reading: 'outbox',
      gauges: {
        waiting: {
          name: 'casement_outbox_waiting',
          help: 'Committed events that have not been published.',
        },
        oldest: {
          name: 'casement_outbox_oldest_seconds',
          help: 'Age of the oldest in seconds; 0 if there is none.',
        },
        dead: {
          name: 'casement_dead_letters',
          help: 'Events whose delivery failed on every attempt.',
        },
      },
      sql: `SELECT count(*) AS waiting,
              coalesce(extract(epoch FROM now() - min(occurred_at)), 0) AS oldest,
              (SELECT count(*) FROM dead_letter) AS dead
         FROM outbox WHERE published_at IS NULL`,
    });
    this.metrics.addGaugeSource({
      name: 'inbox',
      gauges: [pending, unseen, missing],
      read: () => this.readStream(),
    });
  }

  private async readStream(): Promise<void> {
    this.connected.set(Number(this.nats.connected));
    if (!this.nats.connected) throw new Error('not connected');
    const { names } = this.stream;
    const own = names.durable(this.service, '');
    const manager = await jetstreamManager(await this.nats.connection());
    const info = await manager.streams.info(names.stream);
    let missing = this.copiesMissing(info);
    for await (const consumer of manager.consumers.list(names.stream)) {
      const { name, num_pending: waiting, num_ack_pending: inProgress } = consumer;
      // Set for the consumers of all services, because a stopped service cannot report itself.
      this.unseen.set({ consumer: name }, retentionUsed(info, consumer, Date.now()));
      // A consumer's position is replicated separately, some seconds behind the stream.
      missing = Math.max(missing, this.copiesMissing(consumer));
      if (!name.startsWith(own)) continue;
      this.pending.set({ consumer: name.slice(own.length) }, waiting + inProgress);
    }
    this.missing.set({ stream: names.stream }, missing);
    for (const name of Object.keys(BUCKETS)) {
      const stream = `KV_${names.bucket(name)}`;
      this.missing.set({ stream }, this.copiesMissing(await manager.streams.info(stream)));
    }
  }

  private copiesMissing(info: Pick<StreamInfo, 'cluster'>): number {
    return Math.max(0, this.stream.desired.num_replicas - upToDateReplicas(info));
  }
}
