import { Injectable } from '@nestjs/common';
import { currentContext, runInContext } from '@casement/common/context/request-context.js';
import { Database } from '@casement/common/database/database.js';
import { logger } from '@casement/common/logging/logger.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { recordSpan } from '@casement/common/tracing/spans.js';
import { InstallConfig } from '../config.js';
import { advance, type Advance } from '../engine/convert/advance.js';
import type { ConvertJob, ConvertState } from '../engine/convert/state.js';
import { EngineError } from '../engine/engine-error.js';
import type { FailureCode } from '../engine/failures.js';
import { InstallEntity } from '../installs/install.entity.js';
import { InstallMetrics } from '../installs/install-metrics.js';
import { InstallTransitions } from '../installs/install-transitions.service.js';
import { EnginePorts } from './engine-ports.js';
import { InstallStepsRepository } from '../installs/install-steps.repository.js';
import { LeaseLost, type Lease } from './lease-table.js';
import { LeasesRepository } from './leases.repository.js';

/** Nothing more to do by itself: the install has ended, or waits for an administrator. */
const NEVER_MS = 100 * 365 * 24 * 3_600_000;

/** Failures that may be somebody's attack, as the signals they are. */
const SUSPICIOUS: Partial<Record<FailureCode, string>> = {
  SSH_AUTH_FAILED: 'ssh_failed',
  SSH_HOST_KEY_CHANGED: 'ssh_host_key_changed',
};

const log = logger('installs');

/** What a worker does for an install belongs to the request that began it, however long ago that was. */
function inTraceOf<T>({ correlationId }: InstallEntity, work: () => T): T {
  const context = correlationId === null ? currentContext() : { correlationId };
  return context ? runInContext(context, work) : work();
}

/** A step may be looked at many times, by several workers: it is told as one span, when it is over. */
function tellStep(installId: string, { step, phase, stepSince }: ConvertState, failure?: string) {
  const times = { from: new Date(stepSince), to: new Date() };
  recordSpan(
    `install ${step}`,
    times,
    { 'install.id': installId, 'install.phase': phase },
    failure,
  );
}

/** Runs the engine's steps of one install while its lease stands, and keeps what each of them learned. */
@Injectable()
export class InstallRunner {
  constructor(
    private readonly db: Database,
    private readonly config: InstallConfig,
    private readonly leases: LeasesRepository,
    private readonly steps: InstallStepsRepository,
    private readonly transitions: InstallTransitions,
    private readonly engine: EnginePorts,
    private readonly signals: Signals,
    private readonly metrics: InstallMetrics,
  ) {}

  /**
   * Steps on until the install has ended or has to wait.
   * @returns when to come back, in ms
   * @throws LeaseLost, or the reason of the signal
   */
  async run(lease: Lease, worker: string, signal: AbortSignal): Promise<number> {
    const install = await this.take(lease);
    return inTraceOf(install, () => this.goOn(install, lease, worker, signal));
  }

  private async goOn(
    install: InstallEntity,
    lease: Lease,
    worker: string,
    signal: AbortSignal,
  ): Promise<number> {
    for (;;) {
      const before = install.engineState;
      await this.steps.begin(install.id, before, worker);
      const result = await this.advance(install, lease, signal);
      install = await this.keep(lease, worker, before, result);
      if (result.againInMs !== 0) return result.againInMs ?? NEVER_MS;
    }
  }

  /** A queued install begins when a worker takes it. */
  private take(lease: Lease): Promise<InstallEntity> {
    return this.db.transaction(async (tx) => {
      const row = await this.leases.hold(tx, lease);
      if (row.status !== 'pending') return row;
      return (await inTraceOf(row, () => this.transitions.begin(tx, row))) ?? row;
    });
  }

  private async advance(
    install: InstallEntity,
    lease: Lease,
    signal: AbortSignal,
  ): Promise<Advance> {
    try {
      const worker = { epoch: lease.epoch, signal };
      const { ports } = this.engine;
      const result = await advance(this.jobOf(install), install.engineState, ports, worker);
      if (result.fault !== undefined) {
        const { step } = install.engineState;
        log.error({ installId: install.id, step, err: result.fault }, 'step broke');
      }
      return result;
    } catch (error) {
      if (error instanceof EngineError && error.code === 'REMOTE_SUPERSEDED') {
        throw new LeaseLost(install.id);
      }
      throw error;
    }
  }

  /** What was learned and the change of status it means: one transaction, and only while the lease stands. */
  private keep(
    lease: Lease,
    worker: string,
    before: ConvertState,
    { state, againInMs }: Advance,
  ): Promise<InstallEntity> {
    return this.db.transaction(async (tx) => {
      const row = await this.leases.hold(tx, lease);
      if (state.step !== before.step || againInMs === null) {
        const failed = state.failure !== null && state.failure.code !== before.failure?.code;
        const outcome = failed ? state.failure!.code : 'done';
        await this.steps.end(tx, row.id, before, worker, outcome);
        this.metrics.stepEnded(before, failed ? 'failed' : 'done');
        tellStep(row.id, before, failed ? outcome : undefined);
        log.info({ installId: row.id, step: before.step, outcome, next: state.step }, 'step ended');
        if (failed) this.tellSecurity(row, state);
      }
      const { status } = state;
      const settled = status === 'completed' || status === 'failed' || status === 'manual_review';
      if (settled && status !== row.status) {
        return (await this.transitions.settle(tx, row, status, state)) ?? row;
      }
      // The review's day is over: whatever still runs there has had its time.
      const over = againInMs === null ? { agentTokenHash: null } : {};
      await tx.update(InstallEntity, { id: row.id }, { engineState: state, ...over });
      row.engineState = state;
      return row;
    });
  }

  private jobOf(install: InstallEntity): ConvertJob {
    return {
      installId: install.id,
      host: install.ip,
      port: this.config.INSTALL_TARGET_PORT,
      imageSha256: install.manifestSha256,
      agentUrl: this.config.INSTALL_AGENT_URL,
      boot: 'auto',
    };
  }

  /** Somebody who guesses root passwords through us shows up as many of these. */
  private tellSecurity(row: InstallEntity, { failure }: ConvertState): void {
    const kind = failure && SUSPICIOUS[failure.code];
    if (kind) this.signals.raise({ kind, userId: row.userId, detail: row.ip });
  }
}
