import type {
  InstallPhase,
  InstallProgress,
  InstallRecord,
  InstallStatus,
} from '@casement/proto/http/install/install.js';
import { formatPercent } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { installMessages } from '@/messages/install/install.js';
import { returnToLinuxMessages } from '@/messages/install/return-to-linux.js';

/** The eight phases in order. The engine's commit comes after the fourth. */
export const PHASES: readonly InstallPhase[] = [
  'connecting',
  'checking',
  'preparing',
  'rebooting',
  'writing',
  'configuring',
  'starting',
  'verifying',
];

/** Number of panes before the mullion, which marks the commit. */
export const PANES_BEFORE_COMMIT = 4;

const ACTIVE: readonly InstallStatus[] = ['pending', 'preparing', 'running'];

export const isActive = ({ status }: Pick<InstallRecord, 'status'>): boolean =>
  ACTIVE.includes(status);

/** The install has failed before the commit, and its VPS is still returning to Linux. */
export const isReturning = (install: Pick<InstallRecord, 'status' | 'failure'>): boolean =>
  isActive(install) && install.failure !== null;

export const isCancellable = (
  install: Pick<InstallRecord, 'status' | 'failure' | 'progress'>,
): boolean => isActive(install) && !install.progress.committed && install.failure === null;

const SILENCE_MS = 45 * 60_000;

/** Whether the new Windows has been silent for so long that the customer has to restart the VPS. */
export const isSilent = ({ guard }: Pick<InstallRecord, 'guard'>, now: number): boolean =>
  Boolean(guard?.silent_since && !guard.recovery) &&
  now - Date.parse(guard!.silent_since!) >= SILENCE_MS;

/** Whether the recovery system on the VPS can install Windows again. */
export const canInstallAgain = ({ guard }: Pick<InstallRecord, 'guard'>): boolean =>
  guard?.recovery?.install_again === true;

/** Name of a phase, whose system is Linux for a return. */
export function phaseName(phase: InstallPhase, kind: InstallRecord['kind']): string {
  if (kind === 'linux' && phase === 'starting') return t(returnToLinuxMessages).starting;
  if (kind === 'linux' && phase === 'verifying') return t(returnToLinuxMessages).verifying;
  return t(installMessages).phases[phase];
}

export type PaneState = 'off' | 'on' | 'now' | 'bad' | 'review';

export function paneStates({
  status,
  progress,
}: Pick<InstallRecord, 'status' | 'progress'>): PaneState[] {
  if (status === 'completed') return PHASES.map(() => 'on');
  const at = progress.phase ? PHASES.indexOf(progress.phase) : -1;
  const currentState: PaneState =
    status === 'failed' ? 'bad' : status === 'manual_review' ? 'review' : 'now';
  return PHASES.map((_, i) => (i < at ? 'on' : i === at ? currentState : 'off'));
}

/** Live percentage of the write; null in every other phase. */
export const writePercent = ({ progress }: Pick<InstallRecord, 'progress'>): number | null =>
  progress.phase === 'writing' ? progress.percent : null;

/** Progress of a failed install: the percentage of the write, otherwise its phase; null if it had not started. */
export function failurePointOf({
  phase,
  percent,
}: Pick<InstallProgress, 'phase' | 'percent'>): string | null {
  if (phase === 'writing' && percent !== null) return formatPercent(percent);
  return phase && t(installMessages).phases[phase];
}
