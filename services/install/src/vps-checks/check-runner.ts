import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { InstallConfig } from '../config.js';
import { EngineError } from '@casement/install-engine/failures/engine-error.js';
import {
  examine,
  isTransient,
  type Examination,
  type ExamineStatus,
} from '@casement/install-engine/preflight/examine.js';
import { redactSecrets } from '@casement/install-engine/failures/redact.js';
import { secretsOf } from '@casement/install-engine/ssh/credentials.js';
import { ReusableConnection } from '@casement/install-engine/ssh/with-linux.js';
import { CheckPorts } from './check-ports.js';
import { WRONG_PASSWORD } from './password-guesses.service.js';
import { VpsCheckEntity } from './vps-check.entity.js';

/** Maximum duration of a check, counted from the request. After that the user no longer waits for it. */
const MAX_DURATION_MS = 15 * 60_000;

const log = logger('vps-checks');

type Lease = HeldLease<VpsCheckEntity>;

/** Runs the stages of one check under its lease and stores the findings of each. */
@Injectable()
export class CheckRunner {
  constructor(
    private readonly db: Database,
    private readonly config: InstallConfig,
    private readonly checks: CheckPorts,
    private readonly signals: Signals,
  ) {}

  /**
   * Runs stages until the check has ended or must wait.
   * @returns the delay until the next run, in ms
   * @throws LeaseLost, or the reason of the lease's signal
   */
  async run(lease: Lease): Promise<number> {
    const connection = new ReusableConnection();
    try {
      let check = await this.store(lease, { status: 'running' });
      while (check.status === 'running') {
        const result = await this.step(check, lease, connection);
        if (result === 'again') return 2.5 * this.config.INSTALL_LOOK_AGAIN_MS;
        check = await this.store(lease, result);
      }
      return 0;
    } finally {
      connection.close();
    }
  }

  private async step(
    { id, ip, sshPort, sshUser, manifestSha256, state, createdAt, userId }: VpsCheckEntity,
    { epoch, signal }: Lease,
    connection: ReusableConnection,
  ): Promise<{ status: ExamineStatus; state: Examination } | 'again'> {
    const job = {
      id,
      host: ip,
      ssh: { port: sshPort ?? this.config.INSTALL_TARGET_PORT, user: sshUser ?? 'root' },
      imageSha256: manifestSha256,
      agentUrl: this.config.INSTALL_AGENT_URL,
    };
    const isOver = () => Date.now() - createdAt.getTime() > MAX_DURATION_MS;
    try {
      if (isOver()) throw new EngineError('SSH_LOST');
      return await examine(job, state, this.checks.ports, { epoch, signal, connection });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LeaseLost) throw error;
      const known = error instanceof EngineError ? error : new EngineError('ENGINE_FAULT');
      if (known !== error)
        log.error({ checkId: id, stage: state.stage, err: error }, 'check failed unexpectedly');
      if (isTransient(state, known.code) && !isOver()) return 'again';
      // Raises one signal per failure. An account that guesses passwords raises many of them.
      if (WRONG_PASSWORD.includes(known.code)) {
        this.signals.raise({ kind: 'ssh_failed', userId, detail: ip });
      }
      // The output of the VPS may contain the password, and the check is stored for a day.
      const { ports } = this.checks;
      const detail = await redactSecrets(known.detail, async () =>
        secretsOf(await ports.vpsCredentials(id)),
      );
      const at = new Date().toISOString();
      return { status: 'failed', state: { ...state, failure: { ...known.failure, detail, at } } };
    }
  }

  /** Requires the lease. Erases credentials and token when the check ends. */
  private store(
    lease: Lease,
    { status, state }: { status: ExamineStatus; state?: Examination },
  ): Promise<VpsCheckEntity> {
    return this.db.transaction(async (tx) => {
      const row = await lease.hold(tx);
      const ended = status !== 'running';
      const set: Partial<VpsCheckEntity> = {
        status,
        ...(state ? { state } : {}),
        ...(ended
          ? {
              vpsCredentials: null,
              tokenHash: null,
              tokenChunks: [],
              finishedAt: new Date(),
              fingerprint: status === 'passed' ? (state?.fingerprint ?? null) : null,
            }
          : {}),
      };
      await tx.update(VpsCheckEntity, { id: row.id }, set);
      if (ended) log.info({ checkId: row.id, status, code: state?.failure?.code }, 'check ended');
      return Object.assign(row, set);
    });
  }
}
