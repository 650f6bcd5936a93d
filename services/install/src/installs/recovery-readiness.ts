import type { RecoveryFindings } from '@casement/install-engine/agent-api/agent-state.js';
import type { Plan } from '@casement/install-engine/machine/plan.js';
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
