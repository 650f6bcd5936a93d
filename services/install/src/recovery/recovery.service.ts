import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Database } from '@casement/common/data/database/database.js';
import {
  recoveryReportRequest,
  type RecoveryOrder,
  type RecoveryReportRequest,
} from '@casement/proto/http/install/recovery.js';
import { AgentRefused, isSameNetwork } from '@casement/install-engine/agent-api/agent-session.js';
import type { RecoveryFindings } from '@casement/install-engine/agent-api/agent-state.js';
import type { AgentCaller } from '@casement/install-engine/agent-api/ports.js';
import { toFailure } from '@casement/install-engine/failures/engine-error.js';
import { plannedAddresses } from '@casement/install-engine/machine/plan.js';
import { lacksDiskDriver } from '@casement/install-engine/preflight/needed-drivers.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { CHUNK_STORE } from '../image-store/image-store.js';
import { InstallSecrets } from '../installs/install-secrets.js';
import { InstallTransitions } from '../installs/install-transitions.service.js';
import { InstallsService, type StoredInstall } from '../installs/installs.service.js';
import { causeOf, isExhausted, readReport, type RecoveryLogs } from './evidence.js';
import { InstallAgainService } from './install-again.service.js';
import { PasswordResetsService } from './password-reset/password-resets.service.js';
import { RecoveryRepository } from './recovery.repository.js';

/** Automatic returns of quota after the commit, per user. Further ones are decided by an administrator. */
const MAX_RETURNS = 2;
const RETURNS_WITHIN_MS = 7 * 24 * 3_600_000;

const POLL_SECONDS = 30;
const POLL_SECONDS_ENDED = 60;

const CODE = 'WINDOWS_DID_NOT_START';

const log = logger('recovery');

/** Reports of the recovery system that starts instead of a Windows that does not. */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly db: Database,
    private readonly installs: InstallsService,
    private readonly secrets: InstallSecrets,
    private readonly transitions: InstallTransitions,
    private readonly repository: RecoveryRepository,
    private readonly again: InstallAgainService,
    private readonly resets: PasswordResetsService,
    @Inject(CHUNK_STORE) private readonly images: ChunkStore,
  ) {}

  /**
   * Stores the evidence and, if the guard used up its starts, ends the install in the same transaction. An install that
   * has ended keeps its status. The report may be repeated.
   * @throws AgentRefused if the token is unknown or revoked, or used by another machine or with another disk; ZodError
   */
  async report(caller: AgentCaller, form: unknown): Promise<RecoveryOrder> {
    const tokenHash = sha256Hex(caller.token);
    const seen = await this.installs.findByRecoveryToken(tokenHash);
    if (!seen) throw new AgentRefused('AGENT_TOKEN_INVALID');
    if (!isSameNetwork(caller.address, addressesOf(seen)))
      throw new AgentRefused('AGENT_ELSEWHERE');
    const report = recoveryReportRequest.parse(form);
    if (!isItsDisk(seen, report)) throw new AgentRefused('AGENT_TOKEN_INVALID');
    const lacksDriver = await this.lacksDriver(seen, report);
    const install = await this.db.transaction(async (tx) => {
      const install = await this.installs.lockByRecoveryToken(tx, tokenHash);
      // Revoked since it was read.
      if (!install) throw new AgentRefused('AGENT_TOKEN_INVALID');
      const findings = await this.store(tx, install, report);
      if (!mayEnd(install) || !isExhausted(findings)) return install;
      return this.end(tx, install, causeOf(findings, lacksDriver));
    });
    const { status, agentState } = install;
    const { again } = agentState;
    const order = again?.installId
      ? await this.again.orderFor(again.installId, report.boot_id, caller.token)
      : null;
    if (order) return order;
    const resetOrder = await this.resets.orderFor(install, report);
    if (resetOrder) return resetOrder;
    if (again?.startsWindows && again.bootId === report.boot_id)
      return { order: 'restart_windows', poll_seconds: POLL_SECONDS };
    const isOpen = status === 'running' || status === 'manual_review';
    return { order: 'wait', poll_seconds: isOpen ? POLL_SECONDS : POLL_SECONDS_ENDED };
  }

  /** Returns `null` if the recovery system never reported. */
  logsOf(installId: string): Promise<RecoveryLogs | null> {
    return this.repository.find(installId);
  }

  private async store(
    tx: EntityManager,
    install: StoredInstall,
    report: RecoveryReportRequest,
  ): Promise<RecoveryFindings> {
    const { findings: found, logs } = readReport(report, this.secrets.allOf(install));
    const { recovery } = install.agentState;
    const reportedAt = new Date().toISOString();
    const findings = { ...found, since: recovery?.since ?? reportedAt, reportedAt };
    // A recovery system whose disk hangs knows only its boot. That replaces no evidence of an earlier boot.
    if (recovery && findings.starts === null) {
      const { bootId, abilities } = found;
      const kept = { ...recovery, bootId, ...(abilities?.length && { abilities }), reportedAt };
      await this.installs.recordRecovery(tx, install.id, kept);
      return findings;
    }
    await this.repository.store(tx, install.id, report.boot_id, logs);
    await this.installs.recordRecovery(tx, install.id, findings);
    return findings;
  }

  private async end(
    tx: EntityManager,
    install: StoredInstall,
    cause: string,
  ): Promise<StoredInstall> {
    const now = new Date();
    const to = (await this.mayReturn(tx, install, now)) ? 'failed' : 'manual_review';
    const failure = { ...toFailure(CODE, { cause }), detail: null, at: now.toISOString() };
    const ended = await this.transitions.didNotStart(tx, install, to, failure, now);
    if (!ended) return install;
    log.warn({ installId: install.id, cause, status: to }, 'Windows did not start');
    return ended;
  }

  /**
   * Whether the quota is returned without an administrator. A Windows that has already answered may be running, and the
   * disk of a customer could claim otherwise.
   */
  private async mayReturn(
    tx: EntityManager,
    { userId, ip, sshPort, agentState, engineState }: StoredInstall,
    now: Date,
  ): Promise<boolean> {
    if (agentState.windowsUpAt !== null || engineState.signIns) return false;
    await this.repository.lockReturnsOf(tx, userId);
    const since = new Date(now.getTime() - RETURNS_WITHIN_MS);
    const by = { userId, ip, sshPort, codes: [CODE], since } as const;
    const { byUser } = await this.installs.countFailures(tx, by);
    return byUser < MAX_RETURNS;
  }

  private async lacksDriver(
    { manifestSha256 }: StoredInstall,
    { written_since: writtenSince, disk_bus: bus, second_chance: repairs }: RecoveryReportRequest,
  ): Promise<boolean> {
    // The recovery system repairs only a driver that exists.
    if (writtenSince !== false || !bus || repairs.length > 0) return false;
    // The cause is less exact without the image.
    const manifest = await this.images.readManifest(manifestSha256).catch(() => null);
    return manifest !== null && lacksDiskDriver(manifest, bus);
  }
}

/**
 * Whether the install still waits for its Windows and no earlier report has decided about it. The stage sets up the
 * guard only after it has read the disk back.
 */
const mayEnd = ({ status, engineState, agentState }: StoredInstall): boolean =>
  agentState.verifiedAt !== null &&
  (status === 'running' || (status === 'manual_review' && engineState.failure?.code !== CODE));

const addressesOf = ({ ip, agentState, engineState }: StoredInstall): string[] => [
  ip,
  ...plannedAddresses(engineState.plan),
  ...(agentState.addresses ?? []),
];

/** Whether the report comes from the disk that was replaced, as far as the report names one. */
function isItsDisk(
  { engineState: { plan } }: StoredInstall,
  { disk_size: size, disk_serial: serial }: RecoveryReportRequest,
): boolean {
  if (!plan) return true;
  return (
    (size ?? plan.disk.size) === plan.disk.size && (serial ?? plan.disk.serial) === plan.disk.serial
  );
}
