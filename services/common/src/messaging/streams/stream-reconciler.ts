import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import {
  jetstreamManager,
  type JetStreamManager,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { BUCKETS, isServiceName, STREAM_OWNER } from '@casement/proto/access/access.js';
import { SERVICE_NAME } from '../../core/config/service-name.js';
import { EdgeBuckets } from '../edge/edge-buckets.js';
import { logger } from '../../core/logging/logger.js';
import { abortable, pause } from '../../core/async/abortable.js';
import { EventStream } from '../event-stream.js';
import { Nats } from '../nats.js';
import { lowersLimits } from '../stream-settings.js';
import { processedUpTo } from '../stream-state.js';

const log = logger('streams');
const RETRY_MS = 5_000;
/**
 * Time without a listener after which the server deletes a consumer of a bucket. It must exceed the 5 minutes that the
 * client library requests, because the server rejects longer requests.
 */
const ABANDONED_WATCH_MS = 600_000;

/**
 * Updates the event stream and the buckets to this process's configuration: replicas, limits, subjects. Runs in the
 * background of the service that owns them and retries every few seconds until it succeeds, because a server of the
 * cluster may be down. It then stops, so that during a rollout an older process does not revert the changes of the
 * process started last. Other fields, such as placement, stay as an operator has set them.
 */
@Injectable()
export class StreamReconciler implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stop = new AbortController();
  /** Resolves once all settings are applied. Not set in services that do not own the stream. */
  finished: Promise<void> | undefined;
  /** Last sequence number of the stream at the previous attempt. */
  private before: number | undefined;
  private reported = '';

  constructor(
    private readonly nats: Nats,
    private readonly stream: EventStream,
    private readonly buckets: EdgeBuckets,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  onApplicationBootstrap(): void {
    if (isServiceName(this.service) && this.service !== STREAM_OWNER) return;
    this.finished = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.finished;
  }

  private async run(): Promise<void> {
    const { signal } = this.stop;
    const left = new Map<string, () => Promise<void>>([
      [this.stream.names.stream, () => this.reconcileStream()],
    ]);
    for (const name of Object.keys(BUCKETS)) left.set(name, () => this.reconcileBucket(name));
    while (!signal.aborted) {
      for (const [name, keep] of left) {
        try {
          await abortable(keep(), signal);
          left.delete(name);
        } catch (err) {
          if (!signal.aborted) this.report(name, err);
        }
      }
      if (left.size === 0) return;
      await pause(RETRY_MS, signal);
    }
  }

  /** Logs each reason once instead of every few seconds. */
  private report(stream: string, err: unknown): void {
    const reason = `${stream}: ${err instanceof Error ? err.message : ''}`;
    if (reason !== this.reported)
      log.warn({ err, stream }, 'could not update the stream, will be retried');
    this.reported = reason;
  }

  private async manager(): Promise<JetStreamManager> {
    return jetstreamManager(await this.nats.connection());
  }

  /** @throws while the settings cannot be applied */
  private async reconcileStream(): Promise<void> {
    await this.stream.ensure();
    const { desired } = this.stream;
    const manager = await this.manager();
    const info = await manager.streams.info(desired.name);
    if (!lowersLimits(info.config, desired) || (await this.mayLower(manager, info))) {
      return this.update(manager, info, desired);
    }
    const { max_age, max_msgs } = info.config;
    await this.update(manager, info, { ...desired, max_age, max_msgs });
    throw new Error('limits cannot be lowered while unprocessed events could be dropped');
  }

  private async reconcileBucket(name: string): Promise<void> {
    await this.buckets.open(name);
    const manager = await this.manager();
    const info = await manager.streams.info(`KV_${this.stream.names.bucket(name)}`);
    const { info: server } = await this.nats.connection();
    return this.update(manager, info, {
      num_replicas: this.stream.desired.num_replicas,
      ...(hasConsumerLimits(server?.version) && {
        consumer_limits: { inactive_threshold: nanos(ABANDONED_WATCH_MS) },
      }),
    });
  }

  private async update(
    manager: JetStreamManager,
    { config }: StreamInfo,
    desired: Partial<StreamConfig>,
  ): Promise<void> {
    const next = { ...config, ...desired };
    const changed = (Object.keys(desired) as (keyof StreamConfig)[]).filter(
      (key) => JSON.stringify(config[key]) !== JSON.stringify(next[key]),
    );
    if (changed.length === 0) return;
    await manager.streams.update(config.name, next);
    log.info({ stream: config.name, changed }, 'stream updated');
  }

  /**
   * Lower limits drop the oldest events immediately. That is safe when all consumers have processed the events of the
   * previous attempt and the events since then fill less than half of the new limit.
   */
  private async mayLower(
    manager: JetStreamManager,
    { state, config }: StreamInfo,
  ): Promise<boolean> {
    const { last_seq: last } = state;
    const before = this.before ?? last;
    this.before = last;
    for await (const consumer of manager.consumers.list(config.name)) {
      const floor = processedUpTo(consumer, last);
      if (floor < before || last - floor > this.stream.desired.max_msgs / 2) return false;
    }
    return true;
  }
}

/** Whether the server is 2.10 or later. For an older one the client library refuses the entire update. */
function hasConsumerLimits(version = ''): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}
