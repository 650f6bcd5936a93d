import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { InstallConfig } from '../config.js';
import type { AgentState } from '@casement/install-engine/agent-api/agent-state.js';
import type {
  AgentInstall,
  AgentRepository,
  ReportedInstall,
  WindowsSecrets,
} from '@casement/install-engine/agent-api/ports.js';
import type { LinuxConfiguration } from '@casement/install-engine/linux/cloud-init.js';
import { STEPS } from '@casement/install-engine/convert/state.js';
import { windowsSettings } from '@casement/install-engine/windows/settings.js';
import { plannedAddresses } from '@casement/install-engine/machine/plan.js';
import { EngineError } from '@casement/install-engine/failures/engine-error.js';
import { InstallEntity } from './install.entity.js';
import { InstallWebhooks } from './install-webhooks.js';
import { InstallTransitions } from './install-transitions.service.js';
import { InstallSecrets } from './install-secrets.js';
import { InstallsRepository } from './installs.repository.js';
import { keepsRecovery } from './kept-recovery.js';

const installIdOf = z.uuid();

@Injectable()
export class AgentInstallsService implements AgentRepository {
  constructor(
    private readonly db: Database,
    private readonly installs: InstallsRepository,
    private readonly transitions: InstallTransitions,
    private readonly secrets: InstallSecrets,
    private readonly config: InstallConfig,
    private readonly webhooks: InstallWebhooks,
  ) {}

  async findByToken(tokenHash: string): Promise<AgentInstall | null> {
    return this.toAgentInstall(
      await this.db.manager.findOneBy(InstallEntity, { agentTokenHash: tokenHash }),
    );
  }

  async findById(installId: string): Promise<AgentInstall | null> {
    return this.toAgentInstall(await this.find(installId));
  }

  async findReported(installId: string): Promise<ReportedInstall | null> {
    const row = await this.find(installId);
    if (!row) return null;
    return {
      status: row.status,
      state: row.agentState,
      secrets: this.secrets.allOf(row),
      keepsRecovery: row.recoveryTokenHash !== null && keepsRecovery(row),
    };
  }

  grantCommit(
    installId: string,
    bootNonce: string,
    state: AgentState,
    recoveryTokenHash: string | null = null,
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const row = await lock(tx, installId);
      if (row?.status !== 'preparing') return false;
      const { bootNonce: boot, commitNonce, commitClosed } = row.agentState;
      if (boot !== bootNonce || commitNonce !== null || commitClosed) return false;
      return (await this.transitions.commit(tx, row, state, recoveryTokenHash)) !== null;
    });
  }

  changeState(
    installId: string,
    change: (state: AgentState) => AgentState | null,
  ): Promise<AgentState> {
    return this.db.transaction(async (tx) => {
      const row = await lock(tx, installId);
      if (!row) throw new Error(`install ${installId} no longer exists`);
      return this.changed(tx, row, change);
    });
  }

  /**
   * Calls `changeState` on behalf of a worker. @throws EngineError REMOTE_SUPERSEDED if another worker holds the
   * lease
   */
  changeStateAs(
    { installId, epoch }: LeaseHolder,
    change: (state: AgentState) => AgentState | null,
  ): Promise<AgentState> {
    return this.db.transaction(async (tx) => {
      const row = await lock(tx, installId);
      if (row?.leaseEpoch !== epoch) throw new EngineError('REMOTE_SUPERSEDED');
      return this.changed(tx, row, change);
    });
  }

  /**
   * Replaces the token of an earlier stage.
   * @throws EngineError REMOTE_SUPERSEDED if another worker holds the lease, or if the commit was granted, because a
   * stage that writes must not be locked out
   */
  async replaceToken({ installId, epoch }: LeaseHolder, agentTokenHash: string): Promise<void> {
    const { affected } = await this.db.manager.update(
      InstallEntity,
      { id: installId, leaseEpoch: epoch, status: 'preparing' },
      { agentTokenHash },
    );
    if (affected !== 1) throw new EngineError('REMOTE_SUPERSEDED');
  }

  /**
   * Stores the token of the stage that a recovery system runs.
   * @returns false if the stage may no longer begin: the install has ended or its commit was granted
   */
  giveToken(installId: string, agentTokenHash: string): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const row = await lock(tx, installId);
      if (row?.status !== 'preparing' || row.agentState.commitClosed || !isArmed(row)) return false;
      await tx.update(InstallEntity, { id: installId }, { agentTokenHash });
      return true;
    });
  }

  addFetched(installId: string, bytes: number, limit: number): Promise<boolean> {
    return this.installs.addFetched(installId, bytes, limit);
  }

  async state(id: string): Promise<AgentState> {
    return (await this.db.manager.findOneByOrFail(InstallEntity, { id })).agentState;
  }

  async linuxSecrets(installId: string): Promise<Omit<LinuxConfiguration, 'installId'>> {
    const row = await this.db.manager.findOneByOrFail(InstallEntity, { id: installId });
    const access = this.secrets.linuxAccess(row);
    const { plan } = row.engineState;
    if (access === null || plan === null)
      throw new Error(`install ${installId} has no configuration for Linux`);
    return {
      hostName: plan.linux?.computerName ?? null,
      access,
      network: plan.network,
      sshPort: plan.rdpPort ?? this.config.INSTALL_TARGET_PORT,
    };
  }

  async windowsSecrets(installId: string): Promise<WindowsSecrets> {
    const row = await this.db.manager.findOneByOrFail(InstallEntity, { id: installId });
    const rdpPassword = this.secrets.rdpPassword(row);
    const { plan } = row.engineState;
    if (rdpPassword === null || plan === null) {
      throw new Error(`install ${installId} has no configuration for Windows`);
    }
    return {
      rdpPassword,
      network: plan.network,
      settings: windowsSettings(
        plan.linux ?? null,
        row.windowsOptions,
        this.secrets.ofSettings(row),
        this.config.INSTALL_PROOF_NETWORKS,
      ),
      rdpPort: plan.rdpPort ?? this.config.INSTALL_TARGET_PORT,
    };
  }

  private async find(id: string): Promise<InstallEntity | null> {
    // The id comes from the path of a public route and may not be a UUID.
    if (!installIdOf.safeParse(id).success) return null;
    return this.db.manager.findOneBy(InstallEntity, { id });
  }

  private toAgentInstall(row: InstallEntity | null): AgentInstall | null {
    if (!row || row.agentTokenHash === null) return null;
    return {
      installId: row.id,
      tokenHash: row.agentTokenHash,
      status: row.status,
      kind: row.kind,
      imageSha256: row.manifestSha256,
      guard: this.config.BOOT_GUARD && row.bootGuard,
      addresses: [row.ip, ...plannedAddresses(row.engineState.plan)],
      armed: isArmed(row),
      recoveryBoot: row.engineState.recoveryBoot,
      state: row.agentState,
    };
  }

  private async changed(
    tx: EntityManager,
    row: InstallEntity,
    change: (state: AgentState) => AgentState | null,
  ): Promise<AgentState> {
    const state = change(row.agentState);
    if (!state) return row.agentState;
    const revoked = state.guarded === false && { recoveryTokenHash: null };
    await tx.update(InstallEntity, { id: row.id }, { agentState: state, ...revoked });
    await this.webhooks.changed(tx, row, { ...row, agentState: state });
    return state;
  }
}

interface LeaseHolder {
  installId: string;
  epoch: number;
}

const isArmed = ({ engineState }: InstallEntity): boolean =>
  STEPS.indexOf(engineState.step) >= STEPS.indexOf('arm');

function lock(tx: EntityManager, id: string): Promise<InstallEntity | null> {
  return tx.findOne(InstallEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}
