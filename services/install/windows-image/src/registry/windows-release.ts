import type { Hive } from './hive.js';

export interface WindowsRelease {
  build: number;
  /** EditionID: Core, Professional, ServerStandard … */
  edition: string;
}

const KEY = 'Microsoft\\Windows NT\\CurrentVersion';

/** Reads the release from the SOFTWARE hive; `null` if it does not tell. @throws HiveUnreadable */
export function readRelease(software: Hive): WindowsRelease | null {
  const key = software.key(KEY);
  const build = Number(key?.text('CurrentBuildNumber') ?? key?.text('CurrentBuild') ?? '');
  return build > 0 ? { build, edition: key?.text('EditionID') ?? '' } : null;
}

/** Windows 11 24H2 and Server 2025: their kernel uses these instructions without asking. */
const FIRST_WITH_SSE42 = 26_100;

/** Processor features that a build requires, named as in /proc/cpuinfo. */
export const processorFor = ({ build }: WindowsRelease): string[] =>
  build >= FIRST_WITH_SSE42 ? ['sse4_2', 'popcnt'] : [];

/** Sockets that an edition uses; `undefined` for servers, which use more than any VPS has. */
export function socketsFor({ edition }: WindowsRelease): number | undefined {
  if (edition === '' || /^server/i.test(edition)) return undefined;
  if (/^core/i.test(edition)) return 1;
  return /workstation/i.test(edition) ? 4 : 2;
}
