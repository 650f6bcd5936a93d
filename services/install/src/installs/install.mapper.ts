import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  installPhase,
  type InstallLive,
  type InstallProgress,
  type InstallRecord,
  type InstallStatus,
} from '@casement/proto/http/install/install.js';
import type { InstallSsh } from '@casement/proto/http/install/linux.js';
import type { InstallRdp } from '@casement/proto/http/install/rdp.js';
import { GUARD_LIMIT, type InstallRecovery } from '@casement/proto/http/install/recovery.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { InstallConfig } from '../config.js';
import type { RecoveryFindings } from '@casement/install-engine/agent-api/agent-state.js';
import type { RdpProof, StepName } from '@casement/install-engine/convert/state.js';
import { redact } from '@casement/install-engine/failures/redact.js';
import { desktopTargetOf, publicPort } from './desktop-target.js';
import type { InstallEntity } from './install.entity.js';
import { InstallsRepository } from './installs.repository.js';
import { rdpPasswordUntil } from './rdp-password.js';
import { keptStateOf } from './kept-recovery.js';
import {
  isAnswering,
  linuxPrice,
  linuxReadiness,
  recoveryReadiness,
  resetReadiness,
  startReadiness,
  type LinuxPrices,
} from './recovery-readiness.js';

/** Maps rows to responses field by field, so that a new column cannot leak. */
@Injectable()
export class InstallMapper {
  constructor(
    private readonly users: UserDirectory,
    private readonly installs: InstallsRepository,
    private readonly config: InstallConfig,
  ) {}

  async record(row: InstallEntity, tx?: EntityManager): Promise<InstallRecord> {
    return this.withName(row, await this.namesOf([row], tx));
  }

  async records(rows: InstallEntity[]): Promise<InstallRecord[]> {
    const names = await this.namesOf(rows);
    return rows.map((row) => this.withName(row, names));
  }

  private withName(row: InstallEntity, names: Map<string, string>): InstallRecord {
    return {
      ...record(row, this.config),
      rdp_port: publicPort(row, this.config.INSTALL_TARGET_PORT),
      username: names.get(row.userId) ?? row.username,
    };
  }

  /** Falls back to the usernames stored in the rows if auth does not respond. */
  private async namesOf(rows: InstallEntity[], tx?: EntityManager): Promise<Map<string, string>> {
    const names = await this.users.names(rows.map((row) => row.userId));
    const unlike = rows.filter(
      ({ userId, username }) => (names.get(userId) ?? username) !== username,
    );
    if (unlike.length > 0) {
      const changed = unlike.map(({ userId }) => [userId, names.get(userId)!] as const);
      await this.installs.rememberUsernames(new Map(changed), tx);
    }
    return names;
  }
}

type Settings = Pick<InstallConfig, 'DESKTOP_ENABLED' | 'INSTALL_TARGET_PORT' | keyof LinuxPrices>;

export function toLive(
  row: InstallEntity,
  secrets: readonly (string | null)[],
  config: Settings,
): InstallLive {
  const { id, status, progress, failure, restored, guard, quota, rdp, ssh, updated_at } = record(
    row,
    config,
  );
  return {
    id,
    status,
    progress,
    failure,
    restored,
    guard,
    quota,
    rdp,
    ...(ssh !== undefined && { ssh }),
    updated_at,
    log: row.agentState.log.map((line) => redact(line, secrets)),
  };
}

function record(row: InstallEntity, config: Settings): Omit<InstallRecord, 'username'> {
  const { failure, restored } = row.engineState;
  return {
    id: row.id,
    user_id: row.userId,
    ip: row.ip,
    label: row.label,
    kind: row.kind,
    price: row.price,
    win_ver: row.winVer,
    win_name: row.winName,
    passwd_rdp: null,
    passwd_rdp_until: rdpPasswordUntil(row)?.toISOString() ?? null,
    rdp: rdpOf(row, config.DESKTOP_ENABLED),
    ssh: sshOf(row, config.INSTALL_TARGET_PORT),
    status: row.status as InstallStatus,
    progress: progressOf(row),
    failure: failure && { code: failure.code, message: failure.message, cure: failure.cure },
    restored: restored && { linux: restored.linux, clean: restored.clean, left: restored.left },
    guard: guardOf(row, config),
    quota: row.status === 'completed' ? 'spent' : row.status === 'failed' ? 'returned' : 'held',
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

const sshOf = (row: InstallEntity, configured: number): InstallSsh | null => {
  const { linux } = row.engineState;
  if (!linux) return null;
  const { hostKey, proof, provenAt } = linux;
  const port = publicPort(row, configured);
  return { user: 'root', port, host_key: hostKey, proof, proven_at: provenAt };
};

/** @param desktops whether this installation offers desktops in browsers */
export const rdpOf = (row: InstallEntity, desktops: boolean): InstallRdp | null =>
  toInstallRdp(row.engineState.rdp, desktops && desktopTargetOf(row) !== null);

/** @param desktop whether the desktop of this install can be opened */
export const toInstallRdp = (
  proof: RdpProof | null | undefined,
  desktop: boolean,
): InstallRdp | null =>
  proof
    ? {
        account: proof.account,
        port: proof.port,
        proof: proof.proof,
        proven_at: proof.provenAt,
        certificate_sha256: proof.certificateSha256,
        desktop,
      }
    : null;

export function progressOf({
  status,
  engineState,
  agentState,
}: Pick<InstallEntity, 'status' | 'engineState' | 'agentState'>): InstallProgress {
  const { bytesDone, bytesTotal, rate, etaSeconds, reportedAt, commitNonce } = agentState;
  const measured = bytesTotal > 0;
  const expected = status === 'preparing' ? (engineState.expectedSeconds ?? null) : null;
  return {
    phase: status === 'pending' ? null : later(engineState.phase, agentState.phase),
    committed: commitNonce !== null,
    percent: measured ? percent(bytesDone, bytesTotal) : null,
    bytes_done: measured ? bytesDone : null,
    bytes_total: measured ? bytesTotal : null,
    rate: measured ? rate : null,
    eta_seconds: measured ? etaSeconds : expected,
    reported_at: reportedAt,
  };
}

/** Steps that wait for the first response of Windows. */
const AWAITED: readonly StepName[] = ['start', 'review'];

function guardOf(row: InstallEntity, prices: LinuxPrices): InstallRecord['guard'] {
  const { status, engineState, agentState } = row;
  const { guarded, recovery, restartingAt, reportedAt, windowsUpAt } = agentState;
  const kept = keptStateOf(row);
  if (!guarded && !recovery && !kept) return null;
  const awaited =
    (status === 'running' || status === 'manual_review') &&
    AWAITED.includes(engineState.step) &&
    (engineState.phase === 'starting' || engineState.phase === 'verifying');
  const answered =
    recovery || windowsUpAt || engineState.signIns || isAnswer(engineState.lastAnswer);
  return {
    limit: GUARD_LIMIT,
    silent_since: awaited && !answered ? (reportedAt ?? restartingAt) : null,
    recovery: recovery ? toRecovery(row, recovery, prices, new Date()) : null,
    kept,
  };
}

/** Whether anything listened on the remote desktop port, see convert/steps/await-windows.ts of the engine. */
const isAnswer = (lastAnswer: string | null): boolean => /^(rdp|other)/.test(lastAnswer ?? '');

const toRecovery = (
  row: InstallEntity,
  found: RecoveryFindings,
  prices: LinuxPrices,
  now: Date,
): InstallRecovery => ({
  since: found.since,
  reported_at: found.reportedAt,
  starts: found.starts,
  written_since: found.writtenSince,
  disk_bus: found.diskBus,
  cpu_missing: found.cpuMissing,
  stop_code: found.stopCode,
  setup_state: found.setupState,
  io_errors: found.ioErrors,
  bitlocker: found.bitlocker,
  second_chance: found.secondChance ?? [],
  answering: isAnswering(found, now),
  install_again: typeof recoveryReadiness(row, now) !== 'string',
  start_windows: typeof startReadiness(row, now) !== 'string',
  reset_password: typeof resetReadiness(row, now) !== 'string',
  return_to_linux:
    typeof linuxReadiness(row, now) === 'string' ? null : { price: linuxPrice(row, prices) },
});

/** Rounds to one decimal. A stage may report more bytes than the total at its end. */
const percent = (done: number, total: number): number =>
  Math.min(100, Math.round((done / total) * 1000) / 10);

type Phase = InstallProgress['phase'];

/** Returns the later phase. The worker and the VPS each report a phase, and the later one is right. */
function later(a: Phase, b: Phase): Phase {
  if (a === null || b === null) return a ?? b;
  return installPhase.options.indexOf(a) >= installPhase.options.indexOf(b) ? a : b;
}
