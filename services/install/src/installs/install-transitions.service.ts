import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import type { UpdateInstallRequest } from '@casement/proto/http/install/admin-installs.js';
import { closed } from '@casement/install-engine/agent-api/agent-session.js';
import {
  NEW_AGENT_STATE,
  type AgentState,
} from '@casement/install-engine/agent-api/agent-state.js';
import { giveUp } from '@casement/install-engine/convert/advance.js';
import {
  mayHaveLeftFiles,
  newConvertState,
  type ConvertState,
  type RdpProof,
} from '@casement/install-engine/convert/state.js';
import type { RecordedFailure } from '@casement/install-engine/failures/engine-error.js';
import { notRestored, withoutRestore } from '@casement/install-engine/convert/steps/restore.js';
import { toFailure } from '@casement/install-engine/failures/engine-error.js';
import { InstallConfig } from '../config.js';
import { customPort, desktopTargetOf } from './desktop-target.js';
import { InstallMetrics } from './install-metrics.js';
import { InstallWebhooks } from './install-webhooks.js';
import type { StoredStatus } from './install-status.js';
import { InstallEntity } from './install.entity.js';
import { keepsRecovery } from './kept-recovery.js';
import { InstallsRepository } from './installs.repository.js';

/** Secrets that are erased when the work ends. The RDP password stays for 7 days (`rdp/`). */
const ERASED = {
  vpsCredentials: null,
  accountPassword: null,
  productKey: null,
  script: null,
  linuxAccess: null,
  agentTokenHash: null,
} as const;
/** Erased when Windows has accepted the password, because the guard is then removed unless the customer keeps it. */
const proven = (install: InstallEntity) =>
  keepsRecovery(install) ? {} : ({ recoveryTokenHash: null } as const);

/**
 * Changes of status. Each is one conditional update and one event in the same transaction. When the event arrives,
 * billing captures the quota on `completed` and returns it on `failed`.
 */
@Injectable()
export class InstallTransitions {
  constructor(
    private readonly installs: InstallsRepository,
    private readonly outbox: Outbox,
    private readonly metrics: InstallMetrics,
    private readonly webhooks: InstallWebhooks,
    private readonly config: InstallConfig,
  ) {}

  /** Queues an install whose quota is held. Every transition returns `null` if a concurrent change came first. */
  async queue(tx: EntityManager, install: InstallEntity): Promise<InstallEntity | null> {
    const turn = await this.installs.nextTurn(tx, install.userId);
    const queued = await this.change(tx, install, {
      status: 'pending',
      runAfter: new Date(),
      turn,
    });
    if (queued) {
      const { id, userId } = queued;
      await this.outbox.add(tx, 'install.job.requested.v1', { installId: id, userId }, { key: id });
    }
    return queued;
  }

  begin(tx: EntityManager, install: InstallEntity): Promise<InstallEntity | null> {
    return this.change(tx, install, { status: 'preparing' });
  }

  /**
   * Grants the commit, the point of no return. `agentState` names the boot that received it. The VPS credentials are
   * erased because the system they open is about to be overwritten, as is the recovery system of an earlier install.
   */
  async commit(
    tx: EntityManager,
    install: InstallEntity,
    agentState: AgentState,
    recoveryTokenHash: string | null,
  ): Promise<InstallEntity | null> {
    const granted = {
      status: 'running',
      agentState,
      recoveryTokenHash,
      vpsCredentials: null,
    } as const;
    const committed = await this.change(tx, install, granted);
    if (committed) await this.installs.revokeRecovery(tx, committed);
    return committed;
  }

  settle(
    tx: EntityManager,
    install: InstallEntity,
    status: 'completed' | 'failed' | 'manual_review',
    engineState: ConvertState,
  ): Promise<InstallEntity | null> {
    const ended = status === 'manual_review' ? {} : { finishedAt: new Date(), ...ERASED };
    return this.change(tx, install, {
      status,
      engineState,
      ...ended,
      ...(status === 'completed' && proven(install)),
    });
  }

  /** Ends an install whose Windows did not start, or leaves its quota to an administrator. */
  didNotStart(
    tx: EntityManager,
    install: InstallEntity,
    status: 'failed' | 'manual_review',
    failure: RecordedFailure,
    now: Date,
  ): Promise<InstallEntity | null> {
    const step = status === 'failed' ? 'end' : 'review';
    const set = {
      status,
      ...unleased(install),
      engineState: { ...install.engineState, step, stepSince: now.toISOString(), status, failure },
      ...(status === 'failed' ? { finishedAt: now, ...ERASED } : { runAfter: now }),
    } as const;
    // The start of the review was already announced.
    return install.status === status
      ? this.installs.change(tx, install, set)
      : this.change(tx, install, set);
  }

  /**
   * Watches for a Windows that is started again, for as long as for its first start. The current worker loses its
   * lease.
   */
  watchAgain(tx: EntityManager, install: InstallEntity, now: Date): Promise<InstallEntity | null> {
    const { status, engineState } = install;
    const step = status === 'manual_review' ? 'review' : engineState.step;
    return this.installs.change(tx, install, {
      status,
      ...unleased(install),
      runAfter: now,
      engineState: { ...engineState, step, stepSince: now.toISOString() },
    });
  }

  /** Applies an administrator's edit. The current worker loses its lease. */
  edit(
    tx: EntityManager,
    install: InstallEntity,
    status: UpdateInstallRequest['status'],
    now: Date,
  ): Promise<InstallEntity | null> {
    return this.change(tx, install, {
      status,
      ...unleased(install),
      ...edited(install, status, now),
    });
  }

  /**
   * Completes an install after its owner entered a password that Windows accepted. The current worker loses its
   * lease.
   */
  prove(
    tx: EntityManager,
    install: InstallEntity,
    rdp: RdpProof,
    now: Date,
  ): Promise<InstallEntity | null> {
    const done = edited(install, 'completed', now);
    const engineState = { ...install.engineState, ...done.engineState, rdp };
    return this.change(tx, install, {
      ...done,
      ...proven(install),
      ...unleased(install),
      status: 'completed',
      engineState,
    });
  }

  /**
   * Cancels before the commit. The install fails immediately if no files were sent to the VPS, otherwise after the
   * VPS has returned to Linux.
   */
  cancel(tx: EntityManager, install: InstallEntity, now: Date): Promise<InstallEntity | null> {
    if (mayHaveLeftFiles(install.engineState)) return this.giveUp(tx, install, 'CANCELLED', now);
    return this.change(tx, install, {
      status: 'failed',
      ...unleased(install),
      ...ended(install, 'CANCELLED', now),
    });
  }

  /**
   * Closes the commit. The next worker returns the VPS to Linux and then settles the install as failed. Until then
   * the status stays and no event is published.
   */
  async giveUp(
    tx: EntityManager,
    install: InstallEntity,
    code: EndCode,
    now: Date,
  ): Promise<InstallEntity | null> {
    const failure = endedBy(code, now);
    const agentState = closed(install.agentState, failure);
    if (!agentState) return null;
    return this.installs.change(tx, install, {
      status: install.status,
      ...unleased(install),
      runAfter: now,
      agentState,
      engineState: giveUp(install.engineState, failure, now),
    });
  }

  /** Stores a worker's result that changes no status. @param isOver whether the stage may no longer report */
  async recordProgress(
    tx: EntityManager,
    install: InstallEntity,
    engineState: ConvertState,
    isOver: boolean,
  ): Promise<InstallEntity> {
    await tx.update(
      InstallEntity,
      { id: install.id },
      { engineState, ...(isOver && { agentTokenHash: null }) },
    );
    const stored = { ...install, engineState };
    await this.webhooks.changed(tx, install, stored);
    return stored;
  }

  private async change(
    tx: EntityManager,
    seen: InstallEntity,
    set: Partial<InstallEntity> & { status: StoredStatus },
  ): Promise<InstallEntity | null> {
    const now = await this.installs.change(tx, seen, set);
    if (!now) return null;
    const { status } = now;
    if (status === 'completed' || status === 'failed' || status === 'manual_review')
      this.metrics.countEnded(status, now.engineState);
    await this.outbox.add(
      tx,
      'install.job.status-changed.v1',
      {
        installId: now.id,
        userId: now.userId,
        ip: now.ip,
        previousStatus: seen.status,
        status: now.status,
        version: now.version,
        failureCode: now.engineState.failure?.code ?? '',
        failureMessage: now.engineState.failure?.message ?? '',
        failureCure: now.engineState.failure?.cure,
        label: now.label ?? undefined,
        rdpPort: customPort(now, this.config.INSTALL_TARGET_PORT),
        linux: now.kind === 'linux' || undefined,
        free: now.price === 0 || undefined,
        desktop: (this.config.DESKTOP_ENABLED && desktopTargetOf(now) !== null) || undefined,
      },
      { key: now.id },
    );
    await this.webhooks.changed(tx, seen, now);
    return now;
  }
}

const unleased = ({ leaseEpoch }: InstallEntity) => ({
  leaseOwner: null,
  leaseUntil: null,
  leaseEpoch: leaseEpoch + 1,
});

type EndCode = 'ENDED_BY_ADMINISTRATOR' | 'CANCELLED';

const endedBy = (code: EndCode, now: Date): RecordedFailure => ({
  ...toFailure(code),
  detail: null,
  at: now.toISOString(),
});

function ended(
  { engineState, agentState }: InstallEntity,
  code: EndCode,
  now: Date,
): Partial<InstallEntity> {
  const lost = mayHaveLeftFiles(engineState)
    ? notRestored(engineState)
    : withoutRestore(engineState);
  return {
    ...ERASED,
    finishedAt: now,
    engineState: {
      ...engineState,
      step: 'end',
      stepSince: now.toISOString(),
      status: 'failed',
      failure: endedBy(code, now),
      restored: agentState.commitNonce === null ? (engineState.restored ?? lost) : null,
    },
  };
}

function edited(
  install: InstallEntity,
  status: UpdateInstallRequest['status'],
  now: Date,
): Partial<InstallEntity> {
  const { engineState } = install;
  const at = now.toISOString();
  switch (status) {
    case 'completed':
      return {
        ...ERASED,
        finishedAt: now,
        engineState: {
          ...engineState,
          step: 'end',
          stepSince: at,
          status: 'completed',
          failure: null,
        },
      };
    case 'failed':
      return ended(install, 'ENDED_BY_ADMINISTRATOR', now);
    case 'pending':
      // Restarts the install on the machine whose host key is already pinned.
      return {
        runAfter: now,
        agentTokenHash: null,
        agentState: NEW_AGENT_STATE,
        engineState: {
          ...newConvertState(now),
          fingerprint: engineState.fingerprint,
          sentBefore: mayHaveLeftFiles(engineState),
        },
      };
    case 'running':
      // The stage's reports advance the install to the step it has reached.
      return {
        runAfter: now,
        engineState: {
          ...engineState,
          step: 'write',
          stepSince: at,
          status: 'running',
          phase: 'writing',
          failure: null,
          signIns: null,
        },
      };
  }
}
