import type { Check } from '@casement/install-engine/preflight/check.js';
import { redact } from '@casement/install-engine/failures/redact.js';
import type { RecoveryLogs } from '../recovery/evidence.js';
import type { StoredInstall } from '../installs/installs.service.js';
import type { InstallStep } from '../install-steps/install-steps.service.js';

export interface InstallLogSource {
  install: StoredInstall;
  steps: InstallStep[];
  secrets: readonly (string | null)[];
  /** Logs found by the recovery system, already redacted. */
  recovery: RecoveryLogs | null;
  /** Includes the worker of each step and the output of failed commands, for support. */
  forAdmin: boolean;
}

export function installLog({
  install,
  steps,
  secrets,
  recovery,
  forAdmin,
}: InstallLogSource): string {
  const { engineState, agentState } = install;
  const clean = (text: string) => redact(text, secrets);
  return [
    ...head(install, forAdmin, clean),
    '',
    'Steps (UTC)',
    ...steps.map((step) => stepLine(step, forAdmin)),
    ...section('What was found on the VPS', engineState.checks.map(checkLine).map(clean)),
    ...section('Last lines of the installer', agentState.log.map(clean)),
    ...section('Recovery system', findingLines(agentState.recovery)),
    ...(recovery
      ? [
          ...section('Errors of the disk', recovery.ioErrors),
          ...section('Set-up of Windows (end)', textLines(recovery.setupLog)),
          ...section('Drivers that Windows loaded (end)', textLines(recovery.bootLog)),
          ...section('Boot entries', textLines(recovery.bcd)),
        ]
      : []),
    '',
  ].join('\n');
}

function head(
  { id, ip, winName, status, createdAt, finishedAt, engineState }: StoredInstall,
  forAdmin: boolean,
  clean: (text: string) => string,
): string[] {
  const { failure, restored, osName } = engineState;
  const lines: [string, string | null | undefined][] = [
    ['Install', id],
    ['Address', ip],
    ['Version', winName],
    ['System', osName && clean(osName)],
    ['Status', status],
    ['Started', `${time(createdAt)} UTC`],
    ['Ended', finishedAt && `${time(finishedAt)} UTC`],
    ['Failure', failure?.code],
    ['', failure && clean(failure.message)],
    ['', failure && clean(failure.cure)],
    ['Detail', forAdmin && failure?.detail ? clean(failure.detail) : null],
    ['VPS', restored && vpsText(restored)],
  ];
  return lines.flatMap(([name, text]) => (text ? [`${name.padEnd(9)}${text}`] : []));
}

function vpsText({
  linux,
  clean,
  left,
}: NonNullable<StoredInstall['engineState']['restored']>): string {
  if (linux && clean) return 'Linux is there, and nothing of ours is on it';
  const remains = left.length > 0 ? `; these may remain: ${left.join(', ')}` : '';
  return `${linux ? 'Linux is there' : 'it did not come back to Linux in time'}${remains}`;
}

function stepLine(
  { name, worker, startedAt, finishedAt, outcome }: InstallStep,
  forAdmin: boolean,
): string {
  const took = finishedAt
    ? `${((finishedAt.getTime() - startedAt.getTime()) / 1000).toFixed(1)} s`
    : '-';
  const words = [time(startedAt), name.padEnd(10), took.padStart(9), outcome ?? 'not ended'];
  return [...words, ...(forAdmin ? [worker] : [])].join('  ');
}

const checkLine = ({ name, result, found, message }: Check): string =>
  `${result.padEnd(8)} ${name}: ${found}${message ? `. ${message}` : ''}`;

function findingLines(found: StoredInstall['agentState']['recovery']): string[] {
  if (!found) return [];
  const { since, starts, writtenSince, diskBus, cpuMissing, stopCode, setupState, bitlocker } =
    found;
  const { secondChance = [] } = found;
  const lines: [string, unknown][] = [
    ['since', `${time(new Date(since))} UTC`],
    ['starts of Windows', starts],
    ['C: changed since it was written', writtenSince],
    ['disk bus', diskBus],
    ['missing processor features', cpuMissing.join(' ')],
    ['stop code', stopCode],
    ['state of set-up', setupState],
    ['BitLocker', bitlocker || null],
    ['repaired before the last starts', secondChance.join(', ')],
  ];
  return lines.flatMap(([name, found]) =>
    (found ?? '') === '' ? [] : [`${name}: ${String(found)}`],
  );
}

const textLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];

const time = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
