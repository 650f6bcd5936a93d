import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { one } from '@casement/common/data/database/sql.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import type { EndedDesktop } from './desktop-reports.repository.js';
import { OPEN } from './desktop-tickets.repository.js';

const openRow = z.object({ open: z.number() });
const log = logger('desktops');

/** Metrics from the table. Relays count their own desktops, but not those that ended with a relay's process. */
@Injectable()
export class DesktopMetrics implements OnModuleInit {
  private readonly lost;
  private readonly open;

  constructor(
    private readonly metrics: Metrics,
    private readonly db: Database,
  ) {
    this.lost = metrics.counter({
      name: 'casement_desktops_lost_total',
      help: 'Desktops in browsers whose relay reported nothing for 30 seconds.',
    });
    this.open = metrics.gauge({
      name: 'casement_desktops_open',
      help: 'Desktops that are recorded as open in browsers, over all relays.',
    });
  }

  onModuleInit(): void {
    this.metrics.addReading({ name: 'desktops', gauges: [this.open], read: () => this.read() });
  }

  /** Also writes the one log line of a desktop: who, how long, how much and why. */
  ended(desktop: EndedDesktop): void {
    if (desktop.reason === 'lost') this.lost.inc();
    log.info(desktop, 'desktop ended');
  }

  private async read(): Promise<void> {
    const sql = `SELECT count(*)::int AS open FROM desktop_session WHERE ${OPEN}`;
    const { open } = await one(this.db.manager, openRow, sql);
    this.open.set(open);
  }
}
