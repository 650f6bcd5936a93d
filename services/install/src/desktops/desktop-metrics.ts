import { Injectable } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { SqlGauges } from '@casement/common/data/database/sql-gauges.js';
import type { EndedDesktop } from './desktop-reports.repository.js';
import { OPEN } from './desktop-tickets.repository.js';

const log = logger('desktops');

/** Metrics across all desktop relays, counted here because a crashed relay cannot count the sessions it lost. */
@Injectable()
export class DesktopMetrics {
  private readonly lost;

  constructor(metrics: Metrics, gauges: SqlGauges) {
    this.lost = metrics.counter({
      name: 'casement_desktops_lost_total',
      help: 'Desktops in browsers without a report of their relay for 30 seconds.',
    });
    gauges.add({
      reading: 'desktops',
      gauges: {
        open: {
          name: 'casement_desktops_open',
          help: 'Desktops recorded as open in browsers, across all relays.',
        },
      },
      sql: `SELECT count(*) AS open FROM desktop_session WHERE ${OPEN}`,
    });
  }

  /** Counts a lost desktop and logs the user, duration, bytes and reason of every ended one. */
  ended(desktop: EndedDesktop): void {
    if (desktop.reason === 'lost') this.lost.inc();
    log.info(desktop, 'desktop ended');
  }
}
