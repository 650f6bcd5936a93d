import type { RecoveryFindings } from '@casement/install-engine/agent-api/agent-state.js';
import type { Plan } from '@casement/install-engine/machine/plan.js';
import type { InstallConfig } from '../config.js';
import type { InstallEntity } from './install.entity.js';

const ANSWERS_WITHIN_MS = 10 * 60_000;

export const isAnswering = ({ reportedAt }: RecoveryFindings, now: Date): boolean =>
  now.getTime() - Date.parse(reportedAt) <= ANSWERS_WITHIN_MS;

/** Returns what another install from the recovery system needs, or the reason why it cannot begin, as a sentence. */
export function recoveryReadiness(
  { status, engineState: { plan }, agentState: { recovery }, recoveryTokenHash }: InstallEntity,
  now: Date,
): { plan: Plan; recovery: RecoveryFindings } | string {
  if (status === 'manual_review') return 'An administrator is still deciding about this install.';
  if (status !== 'failed') return 'Only a failed install can be repeated by its recovery system.';
  if (recoveryTokenHash === null || !plan)
    return 'The recovery system of this install no longer exists: the machine was installed again.';
  if (!recovery || !isAnswering(recovery, now))
    return 'The recovery system has not responded for 10 minutes. Restart the VPS in your provider’s panel until it responds.';
  if (!recovery.abilities?.includes('install_again'))
    return 'This recovery system cannot install Windows. Reinstall Linux in your provider’s panel and start a new install.';
  return { plan, recovery };
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

export type LinuxPrices = Pick<InstallConfig, 'LINUX_PRICE' | 'LINUX_PRICE_AFTER_FAILURE'>;

/** Returns the quota that a return to Linux costs after this install. */
export const linuxPrice = (
  { status }: Pick<InstallEntity, 'status'>,
  prices: LinuxPrices,
): number => (status === 'failed' ? prices.LINUX_PRICE_AFTER_FAILURE : prices.LINUX_PRICE);
