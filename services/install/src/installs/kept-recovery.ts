import type { InstallGuard } from '@casement/proto/http/install/recovery.js';
import type { InstallEntity } from './install.entity.js';

/** Whether the recovery system and its token stay after the install, as the customer chose. */
export const keepsRecovery = ({ windowsOptions, agentState }: InstallEntity): boolean =>
  windowsOptions?.keep_recovery === true && agentState.guarded === true;

export function keptStateOf(row: InstallEntity): InstallGuard['kept'] {
  const { status, windowsOptions, agentState, recoveryTokenHash } = row;
  if (status !== 'completed' || !windowsOptions?.keep_recovery) return null;
  const { since, removalRequestedAt, removedAt } = agentState.kept ?? {};
  if (removedAt) return 'removed';
  // Another install was written to the machine.
  if (!keepsRecovery(row) || recoveryTokenHash === null) return null;
  if (removalRequestedAt) return 'removing';
  return since ? 'kept' : 'preparing';
}
