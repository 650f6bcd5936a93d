import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '@casement/common/messaging/outbox.js';
import type { UpdateInstallRequest } from '@casement/proto/http/install.js';
import { closed } from '@casement/install-engine/agent-api/agent-session.js';
import {
  NEW_AGENT_STATE,
  type AgentState,
} from '@casement/install-engine/agent-api/agent-state.js';
import { giveUp } from '@casement/install-engine/convert/advance.js';
import {
  mayHaveSent,
  newConvertState,
  type ConvertState,
  type RdpProof,
} from '@casement/install-engine/convert/state.js';
import type { RecordedFailure } from '@casement/install-engine/failures/engine-error.js';
import { notRestored, UNTOUCHED } from '@casement/install-engine/convert/steps/restore.js';
import { toFailure } from '@casement/install-engine/failures/engine-error.js';
import { InstallMetrics } from './install-metrics.js';
import { InstallWebhooks } from './install-webhooks.js';
import type { InstallEntity, StoredStatus } from './install.entity.js';
import { InstallsRepository } from './installs.repository.js';

/** What ends with the work: no password of the VPS and no token outlives it. */
const ERASED = { vpsPassword: null, agentTokenHash: null } as const;

/**
 * Changes of status. Each is one conditional update and one event in the same transaction; billing captures on
 * `completed` and gives the quota back on `failed` when the event arrives.
 */
@Injectable()
export class InstallTransitions {
  constructor(
    private readonly installs: InstallsRepository,
    private readonly outbox: Outbox,
    private readonly metrics: InstallMetrics,
    private readonly webhooks: InstallWebhooks,
  ) {}

  /** The quota is held: the install is queued and a worker is notified. Null if another change was first. */
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
   * The point of no return; `agentState` names the one boot it belongs to. The root password opened the old system:
   * from here on there is nothing to sign in to with it.
   */
  commit(
    tx: EntityManager,
    install: InstallEntity,
    agentState: AgentState,
  ): Promise<InstallEntity | null> {
    return this.change(tx, install, { status: 'running', agentState, vpsPassword: null });
  }

  /** The end, good or bad; or, after the commit, a case for an administrator. */
  settle(
    tx: EntityManager,
    install: InstallEntity,
    status: 'completed' | 'failed' | 'manual_review',
    engineState: ConvertState,
  ): Promise<InstallEntity | null> {
    const ended = status === 'manual_review' ? {} : { finishedAt: new Date(), ...ERASED };
    return this.change(tx, install, { status, engineState, ...ended });
  }

  /** By an administrator. The present worker loses its lease. */
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

  /** By its owner, with a password that Windows accepted. The present worker loses its lease. */
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
      ...unleased(install),
      status: 'completed',
      engineState,
    });
  }

  /**
   * By its user, before the commit. Where nothing was brought to the VPS it is failed at once, else when the
   * VPS is back in Linux.
   */
  cancel(tx: EntityManager, install: InstallEntity, now: Date): Promise<InstallEntity | null> {
    if (mayHaveSent(install.engineState)) return this.giveUp(tx, install, 'CANCELLED', now);
    return this.change(tx, install, {
      status: 'failed',
      ...unleased(install),
      ...ended(install, 'CANCELLED', now),
    });
  }

  /**
   * By an administrator or its user, before the commit: no boot gets the commit any more, and the next worker sees the VPS back
   * to Linux and settles the install as failed. Until then its status stays, and no event is published.
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

  private async change(
    tx: EntityManager,
    seen: InstallEntity,
    set: Partial<InstallEntity> & { status: StoredStatus },
  ): Promise<InstallEntity | null> {
    const now = await this.installs.change(tx, seen, set);
    if (!now) return null;
    const { status } = now;
    if (status === 'completed' || status === 'failed' || status === 'manual_review')
      this.metrics.endedWith(status, now.engineState);
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
      },
      { key: now.id },
    );
    await this.webhooks.changed(tx, seen, now);
    return now;
  }
}

/** The present worker loses its lease. */
const unleased = ({ leaseEpoch }: InstallEntity) => ({
  leaseOwner: null,
  leaseUntil: null,
  leaseEpoch: leaseEpoch + 1,
});

/** By whom it was ended. */
type EndCode = 'ENDED_BY_ADMINISTRATOR' | 'CANCELLED';

const endedBy = (code: EndCode, now: Date): RecordedFailure => ({
  ...toFailure(code),
  detail: null,
  at: now.toISOString(),
});

/** The other columns of an install that an administrator or its user ended. */
function ended(
  { engineState, agentState }: InstallEntity,
  code: EndCode,
  now: Date,
): Partial<InstallEntity> {
  const lost = mayHaveSent(engineState) ? notRestored(engineState) : UNTOUCHED;
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

/** The other columns of an edited install. */
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
      // From the beginning, on the machine whose host key is known already.
      return {
        runAfter: now,
        agentTokenHash: null,
        agentState: NEW_AGENT_STATE,
        engineState: {
          ...newConvertState(now),
          fingerprint: engineState.fingerprint,
          sentBefore: mayHaveSent(engineState),
        },
      };
    case 'running':
      // The stage's own reports carry it to the step it has reached.
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
