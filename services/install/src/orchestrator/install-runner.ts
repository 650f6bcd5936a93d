import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { networkOptionsOf } from '@casement/proto/http/install/network-choices.js';
import { currentContext, runInContext } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { workerName } from '@casement/common/data/jobs/lease-worker.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { recordSpan } from '@casement/common/core/tracing/spans.js';
import { InstallConfig } from '../config.js';
import { advance, type Advance } from '@casement/install-engine/convert/advance.js';
import type { ConvertJob, ConvertState } from '@casement/install-engine/convert/state.js';
import { EngineError } from '@casement/install-engine/failures/engine-error.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { ReusableConnection } from '@casement/install-engine/ssh/with-linux.js';
import { publicPort } from '../installs/desktop-target.js';
import { InstallMetrics } from '../installs/install-metrics.js';
import { InstallStepsService } from '../install-steps/install-steps.service.js';
import { InstallTransitions } from '../installs/install-transitions.service.js';
import type { StoredInstall } from '../installs/installs.service.js';
import { EnginePorts } from './engine-ports.js';

/** Sentinel delay for installs that have ended or wait for an administrator. */
const PARKED_MS = 100 * 365 * 24 * 3_600_000;

/** Security signals raised for failures that may be an attack. */
const SUSPICIOUS: Partial<Record<FailureCode, string>> = {
  SSH_AUTH_FAILED: 'ssh_failed',
  SSH_USER_AUTH_FAILED: 'ssh_failed',
  SSH_HOST_KEY_CHANGED: 'ssh_host_key_changed',
};

const log = logger('installs');
const worker = workerName();

type Lease = HeldLease<StoredInstall>;

/** Runs `work` in the trace of the request that created the install. */
function runInTraceOf<T>({ correlationId }: StoredInstall, work: () => T): T {
  const context = correlationId === null ? currentContext() : { correlationId };
  return context ? runInContext(context, work) : work();
}

/** Records a step as one span when it ends, although several workers may have run it many times. */
function recordStepSpan(
  installId: string,
  { step, phase, stepSince }: ConvertState,
  failure?: string,
) {
  const times = { from: new Date(stepSince), to: new Date() };
  recordSpan(
    `install ${step}`,
    times,
    { 'install.id': installId, 'install.phase': phase },
    failure,
  );
}

/** Runs the engine's steps of one install under its lease and stores the result of each. */
@Injectable()
export class InstallRunner {
  constructor(
    private readonly db: Database,
    private readonly config: InstallConfig,
    private readonly steps: InstallStepsService,
    private readonly transitions: InstallTransitions,
    private readonly engine: EnginePorts,
    private readonly signals: Signals,
    private readonly metrics: InstallMetrics,
  ) {}

  /**
   * Runs steps until the install has ended or must wait.
   * @returns the delay until the next run, in ms
   * @throws LeaseLost, or the reason of the lease's signal
   */
  async run(lease: Lease): Promise<number> {
    const install = await this.begin(lease);
    return runInTraceOf(install, () => this.runSteps(install, lease));
  }

  private async runSteps(install: StoredInstall, lease: Lease): Promise<number> {
    const connection = new ReusableConnection();
    try {
      for (;;) {
        const before = install.engineState;
        await this.steps.begin(install.id, before, worker);
        const result = await this.advance(install, lease, connection);
        // Most polls of a running install see no change.
        if (result.nextRunInMs !== null && isDeepStrictEqual(result.state, before)) {
          return result.nextRunInMs;
        }
        install = await this.store(lease, before, result);
        if (result.nextRunInMs !== 0) return result.nextRunInMs ?? PARKED_MS;
      }
    } finally {
      connection.close();
    }
  }

  private async begin(lease: Lease): Promise<StoredInstall> {
    const install = await lease.read();
    if (install.status !== 'pending') return install;
    return this.db.transaction(async (tx) => {
      const row = await lease.hold(tx);
      if (row.status !== 'pending') return row;
      return (await runInTraceOf(row, () => this.transitions.begin(tx, row))) ?? row;
    });
  }

  private async advance(
    install: StoredInstall,
    { epoch, signal }: Lease,
    connection: ReusableConnection,
  ): Promise<Advance> {
    try {
      const { ports } = this.engine;
      const by = { epoch, signal, connection };
      const result = await advance(this.jobOf(install), install.engineState, ports, by);
      if (result.fault !== undefined) {
        const { step } = install.engineState;
        log.error({ installId: install.id, step, err: result.fault }, 'step failed unexpectedly');
      }
      return result;
    } catch (error) {
      if (error instanceof EngineError && error.code === 'REMOTE_SUPERSEDED') {
        throw new LeaseLost(install.id);
      }
      throw error;
    }
  }

  /** Stores the new state and the resulting change of status in one transaction while holding the lease. */
  private store(
    lease: Lease,
    before: ConvertState,
    { state, nextRunInMs }: Advance,
  ): Promise<StoredInstall> {
    return this.db.transaction(async (tx) => {
      const row = await lease.hold(tx);
      if (state.step !== before.step || nextRunInMs === null) {
        const failed = state.failure !== null && state.failure.code !== before.failure?.code;
        const outcome = failed ? state.failure!.code : 'done';
        await this.steps.end(tx, row.id, before, worker, outcome);
        this.metrics.observeStep(before, failed ? 'failed' : 'done');
        recordStepSpan(row.id, before, failed ? outcome : undefined);
        log.info({ installId: row.id, step: before.step, outcome, next: state.step }, 'step ended');
        if (failed) this.raiseSignal(row, state);
      }
      const { status } = state;
      const settled = status === 'completed' || status === 'failed' || status === 'manual_review';
      if (settled && status !== row.status) {
        return (await this.transitions.settle(tx, row, status, state)) ?? row;
      }
      // Without a further run, the time reserved for the review is over.
      return this.transitions.recordProgress(tx, row, state, nextRunInMs === null);
    });
  }

  private jobOf(install: StoredInstall): ConvertJob {
    const { INSTALL_TARGET_PORT: configured } = this.config;
    return {
      installId: install.id,
      host: install.ip,
      port: publicPort(install, configured),
      ssh: {
        port: install.sshPort ?? configured,
        user: install.sshUser ?? 'root',
      },
      imageSha256: install.manifestSha256,
      agentUrl: this.config.INSTALL_AGENT_URL,
      boot: 'auto',
      network: networkOptionsOf(install.windowsOptions),
      guard: this.config.BOOT_GUARD && install.bootGuard,
    };
  }

  /** Raises one signal per failure. An account that guesses root passwords raises many of them. */
  private raiseSignal(row: StoredInstall, { failure }: ConvertState): void {
    const kind = failure && SUSPICIOUS[failure.code];
    if (kind) this.signals.raise({ kind, userId: row.userId, detail: row.ip });
  }
}
