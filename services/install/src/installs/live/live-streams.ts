import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Actor } from '@casement/common/auth/actor.js';
import { EdgeState } from '@casement/common/edge/edge-state.js';
import { logger } from '@casement/common/logging/logger.js';
import type { InstallLive } from '@casement/proto/http/install.js';
import { MonitoringView } from '../admin/monitoring-view.js';
import { toLive } from '../install.mapper.js';
import { InstallStepsRepository } from '../install-steps.repository.js';
import { InstallsRepository } from '../installs.repository.js';
import { TooManyStreams } from '../installs.errors.js';
import { InstallStream, MonitoringStream, type LiveStream } from './live-stream.js';

/** The database is asked this often, once for all streams of this process; whoever works on an install may be another. */
const LOOK_MS = 1_000;
/** Everyone's installs are more to read. */
const MONITORING_LOOKS = 2;
const HEARTBEAT_MS = 15_000;
/** An access token lives so long: whoever listens on shows a new one. */
const LONGEST_MS = 15 * 60_000;
const MOST_PER_USER = 20;

const log = logger('live');

/** Every open stream of this process, and the one look at the database that feeds them. */
@Injectable()
export class LiveStreams implements OnModuleDestroy {
  private readonly streams = new Set<InstallStream | MonitoringStream>();
  private timer: NodeJS.Timeout | undefined;
  private looks = 0;
  private lastHeartbeat = Date.now();

  constructor(
    private readonly installs: InstallsRepository,
    private readonly steps: InstallStepsRepository,
    private readonly monitoring: MonitoringView,
    private readonly edge: EdgeState,
  ) {}

  /** @throws TooManyStreams */
  admit({ userId }: Actor): void {
    const own = [...this.streams].filter(
      ({ actor, channel }) => actor.userId === userId && channel.open,
    );
    if (own.length >= MOST_PER_USER) throw new TooManyStreams();
  }

  /** Feeds a stream until it ends; the first events come at once. */
  async add(stream: InstallStream | MonitoringStream): Promise<void> {
    this.streams.add(stream);
    await this.feed([stream], true);
    this.timer ??= setTimeout(() => void this.look(), LOOK_MS);
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
    for (const { channel } of this.streams) channel.end();
    this.streams.clear();
  }

  private async look(): Promise<void> {
    this.letGo();
    this.looks += 1;
    await this.feed([...this.streams], this.looks % MONITORING_LOOKS === 0);
    this.beat();
    this.timer = this.streams.size > 0 ? setTimeout(() => void this.look(), LOOK_MS) : undefined;
  }

  /** Those that have ended, whose session was ended, and those whose token has. */
  private letGo(): void {
    for (const stream of this.streams) {
      if (this.mayGoOn(stream)) continue;
      stream.channel.end();
      this.streams.delete(stream);
    }
  }

  private mayGoOn({ actor, channel, openedAt }: LiveStream): boolean {
    return channel.open && !this.edge.isRevoked(actor) && Date.now() - openedAt < LONGEST_MS;
  }

  private async feed(
    streams: (InstallStream | MonitoringStream)[],
    withMonitoring: boolean,
  ): Promise<void> {
    try {
      const own = streams.filter((stream) => stream instanceof InstallStream);
      const everyones = streams.filter((stream) => stream instanceof MonitoringStream);
      if (own.length > 0) await this.feedInstalls(own);
      if (withMonitoring && everyones.length > 0) await this.feedMonitoring(everyones);
    } catch (error) {
      // A database that is away for a moment: the next look tells what happened meanwhile.
      log.warn({ err: error }, 'live streams were not fed');
    }
  }

  private async feedInstalls(streams: InstallStream[]): Promise<void> {
    const ids = [...new Set(streams.map(({ installId }) => installId))];
    const [rows, steps] = await Promise.all([
      this.installs.findAll(ids),
      this.steps.ofInstalls(ids),
    ]);
    for (const stream of streams) {
      const row = rows.find(({ id }) => id === stream.installId);
      const live: InstallLive | null = row ? toLive(row, stream.secrets) : null;
      const own = steps.filter(({ installId }) => installId === stream.installId);
      stream.tell(live, own);
    }
  }

  private async feedMonitoring(streams: MonitoringStream[]): Promise<void> {
    const [monitoring, newest] = await Promise.all([
      this.monitoring.snapshot(),
      this.steps.newestId(),
    ]);
    for (const stream of streams) stream.tell(monitoring, newest);
  }

  private beat(): void {
    if (Date.now() - this.lastHeartbeat < HEARTBEAT_MS) return;
    this.lastHeartbeat = Date.now();
    for (const { channel } of this.streams) channel.heartbeat();
  }
}
