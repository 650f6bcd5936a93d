import type { RecoveryFindings } from '@casement/install-engine/agent-api/agent-state.js';
import type { Plan } from '@casement/install-engine/machine/plan.js';
import type { InstallConfig } from '../config.js';
import type { InstallEntity } from './install.entity.js';
import { keepsRecovery } from './kept-recovery.js';

const ANSWERS_WITHIN_MS = 10 * 60_000;

export const isAnswering = ({ reportedAt }: RecoveryFindings, now: Date): boolean =>
  now.getTime() - Date.parse(reportedAt) <= ANSWERS_WITHIN_MS;

/** Returns what another install from the recovery system needs, or the reason why it cannot begin, as a sentence. */
export function recoveryReadiness(
  row: InstallEntity,
  now: Date,
): { plan: Plan; recovery: RecoveryFindings } | string {
  const recovery = answeringRecovery(row, now);
  const { plan } = row.engineState;
  if (typeof recovery === 'string') return recovery;
  if (!plan) return GONE;
  if (!recovery.abilities?.includes('install_again'))
    return 'This recovery system cannot install Windows. Reinstall Linux in your provider’s panel and start a new install.';
  return { plan, recovery };
}

/**
 * Returns the recovery system that can restart into a Windows that once worked, or the reason why not, as a sentence. A
 * Windows whose quota was returned stays off.
 */
export function startReadiness(row: InstallEntity, now: Date): RecoveryFindings | string {
  if (row.status !== 'completed') return 'Only a completed install has a Windows to start.';
  return answeringRecovery(row, now);
}

const GONE =
  'The recovery system of this install no longer exists: it was removed, or the machine was installed again.';

function answeringRecovery(
  { status, agentState: { recovery }, recoveryTokenHash }: InstallEntity,
  now: Date,
): RecoveryFindings | string {
  if (status === 'manual_review') return 'An administrator is still deciding about this install.';
  if (status !== 'failed' && status !== 'completed') return 'This install has not ended yet.';
  if (recoveryTokenHash === null) return GONE;
  if (!recovery || !isAnswering(recovery, now))
    return 'The recovery system has not responded for 10 minutes. Restart the VPS into it, or in your provider’s panel until it responds.';
  return recovery;
}

/** Like recoveryReadiness, for a return to Linux. */
export function linuxReadiness(
  install: InstallEntity,
  now: Date,
): ReturnType<typeof recoveryReadiness> {
  const readiness = recoveryReadiness(install, now);
  if (typeof readiness === 'string') return readiness;
  return readiness.recovery.abilities?.includes('return_to_linux')
    ? readiness
    : 'This recovery system is older and cannot install Linux. Reinstall Linux in your provider’s panel.';
}

/** Returns the kept recovery system that can reset the password of Windows, or the reason why not, as a sentence. */
export function resetReadiness(
  install: InstallEntity,
  now: Date,
): { recovery: RecoveryFindings } | string {
  if (install.status !== 'completed' || install.kind === 'linux' || !keepsRecovery(install))
    return 'Only a completed install that keeps its recovery system can reset the password of Windows.';
  const recovery = answeringRecovery(install, now);
  if (typeof recovery === 'string') return recovery;
  return recovery.abilities?.includes('reset_password')
    ? { recovery }
    : 'This recovery system is older or short of memory and cannot reset the password of Windows.';
}

export type LinuxPrices = Pick<InstallConfig, 'LINUX_PRICE' | 'LINUX_PRICE_AFTER_FAILURE'>;

/** Returns the quota that a return to Linux costs after this install. */
export const linuxPrice = (
  { status }: Pick<InstallEntity, 'status'>,
  prices: LinuxPrices,
): number => (status === 'failed' ? prices.LINUX_PRICE_AFTER_FAILURE : prices.LINUX_PRICE);
