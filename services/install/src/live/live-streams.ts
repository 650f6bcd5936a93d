import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { InstallLive } from '@casement/proto/http/install/install.js';
import { InstallConfig } from '../config.js';
import { rateLimited } from '../errors.js';
import { EventChannel } from '../event-streams/event-channel.js';
import { OpenStreams } from '../event-streams/open-streams.js';
import { InstallSecrets } from '../installs/install-secrets.js';
import { InstallMonitoringService } from '../installs/monitoring/install-monitoring.service.js';
import { toLive } from '../installs/install.mapper.js';
import { InstallStepsService } from '../install-steps/install-steps.service.js';
import { InstallsService } from '../installs/installs.service.js';
import { InstallStream, MonitoringStream } from './live-stream.js';

/** Polling interval. One read of the database feeds all streams, because another process may work on the installs. */
const FEED_EVERY_MS = 1_000;
/** Monitoring reads all installs, so it is updated only every second round. */
const MONITORING_ROUNDS = 2;
const MAX_PER_USER = 20;

const log = logger('live');

@Injectable()
export class LiveStreams {
  private rounds = 0;

  constructor(
    private readonly config: InstallConfig,
    private readonly installs: InstallsService,
    private readonly steps: InstallStepsService,
    private readonly secrets: InstallSecrets,
    private readonly monitoring: InstallMonitoringService,
    private readonly streams: OpenStreams<InstallStream | MonitoringStream>,
    jobs: Jobs,
  ) {
    jobs.every('live-streams.feed', FEED_EVERY_MS, () => this.feedAll());
  }

  /** @throws NOT_FOUND, also for another user's install; RATE_LIMITED */
  async openInstall(
    actor: Actor,
    id: string,
    response: Response,
    lastEventId: string | null,
  ): Promise<void> {
    const install = await this.installs.own(actor, id);
    this.requireSlot(actor);
    const secrets = this.secrets.allOf(install);
    const channel = new EventChannel(response);
    await this.add(new InstallStream(actor, channel, id, lastEventId, secrets));
  }

  /** @throws RATE_LIMITED */
  async openMonitoring(actor: Actor, response: Response): Promise<void> {
    this.requireSlot(actor);
    await this.add(new MonitoringStream(actor, new EventChannel(response)));
  }

  private requireSlot(actor: Actor): void {
    if (this.streams.countOf(actor) < MAX_PER_USER) return;
    throw rateLimited(
      'Too many live views are open at once. Close some of them; this page updates automatically meanwhile.',
    );
  }

  /** Sends the first events immediately; later ones follow until the stream ends. */
  private async add(stream: InstallStream | MonitoringStream): Promise<void> {
    this.streams.add(stream);
    await this.feed([stream], true);
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
      // After a short database outage the next round sends the missed changes.
      log.warn({ err: error }, 'could not update live streams');
    }
  }

  private async feedInstalls(streams: InstallStream[]): Promise<void> {
    const ids = [...new Set(streams.map(({ installId }) => installId))];
    const [rows, steps] = await Promise.all([
      this.installs.getAll(ids),
      this.steps.ofInstalls(ids),
    ]);
    for (const stream of streams) {
      const row = rows.find(({ id }) => id === stream.installId);
      const live: InstallLive | null = row ? toLive(row, stream.secrets, this.config) : null;
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
