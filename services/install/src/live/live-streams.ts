import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { InstallLive } from '@casement/proto/http/install.js';
import { InstallConfig } from '../../config.js';
import { MonitoringView } from '../admin/monitoring-view.js';
import { toLive } from '../install.mapper.js';
import { InstallStepsRepository } from '../install-steps.repository.js';
import { InstallsRepository } from '../installs.repository.js';
import { installErrors } from '../installs.errors.js';
import { OpenStreams } from '../../live/open-streams.js';
import { InstallStream, MonitoringStream } from './live-stream.js';

/** The database is read this often, once for all streams: another process may work on the installs. */
const FEED_EVERY_MS = 1_000;
/** Monitoring reads everyone's installs, so only every second round. */
const MONITORING_ROUNDS = 2;
const MAX_PER_USER = 20;

const log = logger('live');

/** Every open stream of this process, and the one job that feeds them. */
@Injectable()
export class LiveStreams implements OnModuleDestroy {
  private readonly streams: OpenStreams<InstallStream | MonitoringStream>;
  private rounds = 0;

  constructor(
    private readonly config: InstallConfig,
    private readonly installs: InstallsRepository,
    private readonly steps: InstallStepsRepository,
    private readonly monitoring: MonitoringView,
    edge: EdgeState,
    jobs: Jobs,
  ) {
    this.streams = new OpenStreams(edge);
    jobs.every('live-streams.feed', FEED_EVERY_MS, () => this.feedAll());
  }

  /** @throws RATE_LIMITED */
  admit(actor: Actor): void {
    if (this.streams.countOf(actor) >= MAX_PER_USER) throw installErrors.tooManyStreams();
  }

  /** Feeds a stream until it ends; the first events are sent at once. */
  async add(stream: InstallStream | MonitoringStream): Promise<void> {
    this.streams.add(stream);
    await this.feed([stream], true);
  }

  onModuleDestroy(): void {
    this.streams.endAll();
  }

  private async feedAll(): Promise<void> {
    this.rounds += 1;
    await this.feed(this.streams.open(), this.rounds % MONITORING_ROUNDS === 0);
    this.streams.sendHeartbeats();
  }

  private async feed(
    streams: (InstallStream | MonitoringStream)[],
    withMonitoring: boolean,
  ): Promise<void> {
    try {
      const own = streams.filter((stream) => stream instanceof InstallStream);
      const monitorings = streams.filter((stream) => stream instanceof MonitoringStream);
      if (own.length > 0) await this.feedInstalls(own);
      if (withMonitoring && monitorings.length > 0) await this.feedMonitoring(monitorings);
    } catch (error) {
      // The database may be away for a moment: the next round sends what happened meanwhile.
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
      const live: InstallLive | null = row
        ? toLive(row, stream.secrets, this.config.DESKTOP_ENABLED)
        : null;
      const own = steps.filter(({ installId }) => installId === stream.installId);
      stream.send(live, own);
    }
  }

  private async feedMonitoring(streams: MonitoringStream[]): Promise<void> {
    const [monitoring, newest] = await Promise.all([
      this.monitoring.snapshot(),
      this.steps.newestId(),
    ]);
    for (const stream of streams) stream.send(monitoring, newest);
  }
}
