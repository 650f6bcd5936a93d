import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { rows } from '@casement/common/data/database/sql.js';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { InstallConfig } from '../config.js';
import type { ConvertState } from '@casement/install-engine/convert/state.js';
import { NEAREST_ORIGIN, NO_REGION, regionOf, regionsOf } from './worker-regions.js';
import { installPhase } from '@casement/proto/http/install/install.js';

const OUTCOMES = ['completed', 'failed', 'manual_review'] as const;
type Outcome = (typeof OUTCOMES)[number];

const BUCKETS = [1, 5, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200];

const openRow = z.object({
  status: z.string(),
  phase: z.string().nullable(),
  nearest: z.string().nullable(),
  installs: z.number(),
  due: z.number(),
  held: z.number(),
  waits: z.number(),
});

/** SQL condition for installs that a worker could claim now. */
const DUE = `run_after < now() AND status IN ('pending', 'preparing', 'running')
             AND (lease_until IS NULL OR lease_until < now())`;

@Injectable()
export class InstallMetrics implements OnModuleInit {
  private readonly ended;
  private readonly failures;
  private readonly seconds;
  private readonly open;
  private readonly queue;
  private readonly due;
  private readonly held;
  private readonly slots;

  constructor(
    private readonly metrics: Metrics,
    private readonly db: Database,
    private readonly config: InstallConfig,
  ) {
    this.ended = metrics.counter({
      name: 'casement_installs_ended_total',
      help: 'Finished installs by outcome and last phase.',
      labelNames: ['outcome', 'phase'],
    });
    // Initialised so that the first failure after a start counts as an increase.
    for (const outcome of OUTCOMES)
      for (const phase of installPhase.options) this.ended.inc({ outcome, phase }, 0);
    this.failures = metrics.counter({
      name: 'casement_install_failures_total',
      help: 'Failed installs by code.',
      labelNames: ['code'],
    });
    this.seconds = metrics.histogram({
      name: 'casement_install_step_seconds',
      help: 'Duration of an install step across all of its workers.',
      labelNames: ['phase', 'step', 'outcome'],
      buckets: BUCKETS,
    });
    this.open = metrics.gauge({
      name: 'casement_installs_open',
      help: 'Unfinished installs by status and phase.',
      labelNames: ['status', 'phase'],
    });
    this.queue = metrics.gauge({
      name: 'casement_install_queue_oldest_seconds',
      help: 'Time for which the oldest due install has waited for a worker; 0 if there is none.',
    });
    this.due = metrics.gauge({
      name: 'casement_installs_due',
      help: 'Installs waiting for a worker, by the worker region nearest to the VPS; `none` if unknown.',
      labelNames: ['region'],
    });
    this.held = metrics.gauge({
      name: 'casement_installs_held',
      help: 'Installs in progress, by the worker region nearest to the VPS. Their worker may be in another region.',
      labelNames: ['region'],
    });
    this.slots = metrics.gauge({
      name: 'casement_install_slots',
      help: 'Maximum concurrent installs of this process (INSTALL_CONCURRENCY); 0 if it is not a worker.',
    });
  }

  onModuleInit(): void {
    const gauges = [this.open, this.queue, this.due, this.held];
    this.metrics.addGaugeSource({ name: 'installs', gauges, read: () => this.read() });
  }

  setSlots(slots: number): void {
    this.slots.set(slots);
  }

  countEnded(outcome: Outcome, { phase, failure }: ConvertState): void {
    this.ended.inc({ outcome, phase });
    if (outcome === 'failed') this.failures.inc({ code: failure?.code ?? 'NONE' });
  }

  observeStep({ phase, step, stepSince }: ConvertState, outcome: 'done' | 'failed'): void {
    const seconds = (Date.now() - Date.parse(stepSince)) / 1000;
    this.seconds.observe({ phase, step, outcome }, Math.max(0, seconds));
  }

  private async read(): Promise<void> {
    const open = await rows(
      this.db.manager,
      openRow,
      `SELECT status, engine_state->>'phase' AS phase, ${NEAREST_ORIGIN} AS nearest, count(*)::int AS installs,
              (count(*) FILTER (WHERE ${DUE}))::int AS due,
              (count(*) FILTER (WHERE lease_until >= now()))::int AS held,
              coalesce(max(extract(epoch FROM now() - run_after)) FILTER (WHERE ${DUE}), 0)::float AS waits
         FROM install
        WHERE status IN ('reserving', 'pending', 'preparing', 'running', 'manual_review')
        GROUP BY 1, 2, 3`,
    );
    this.open.reset();
    for (const { status, phase, installs } of open)
      this.open.inc({ status, phase: phase ?? 'none' }, installs);
    this.queue.set(Math.max(0, ...open.map(({ waits }) => waits)));
    const { IMAGE_ORIGINS: origins, INSTALL_REGION: own } = this.config;
    for (const gauge of [this.due, this.held]) {
      gauge.reset();
      // Autoscalers sum the regions, so every region needs a value.
      for (const region of [NO_REGION, own, ...regionsOf(origins)]) gauge.set({ region }, 0);
    }
    for (const { nearest, due, held } of open) {
      const region = regionOf(origins, nearest);
      this.due.inc({ region }, due);
      this.held.inc({ region }, held);
    }
  }
}
