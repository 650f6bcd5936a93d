import type { Hive } from './hive.js';

export interface WindowsRelease {
  build: number;
  /** EditionID, such as Core, Professional or ServerStandard. */
  edition: string;
  /** Whether Windows ignores SetupComplete.cmd because of its OEM product key. */
  ignoresSetupScripts: boolean;
}

const KEY = 'Microsoft\\Windows NT\\CurrentVersion';

/** Reads the release from the SOFTWARE hive; `null` if it is not stated. @throws HiveUnreadable */
export function readRelease(software: Hive): WindowsRelease | null {
  const key = software.key(KEY);
  const build = Number(key?.text('CurrentBuildNumber') ?? key?.text('CurrentBuild') ?? '');
  if (build <= 0) return null;
  const edition = key?.text('EditionID') ?? '';
  // The exceptions are Microsoft's:
  // https://learn.microsoft.com/windows-hardware/manufacture/desktop/add-a-custom-script-to-windows-setup
  const isOem = /OEM/.test(key?.text('ProductId') ?? '') && !/^(server|enterprise)/i.test(edition);
  return { build, edition, ignoresSetupScripts: isOem };
}

/** Windows 11 24H2 and Server 2025, whose kernel uses these instructions without checking for them. */
const FIRST_WITH_SSE42 = 26_100;

/** Returns the processor features required by a build, named as in /proc/cpuinfo. */
export const processorFor = ({ build }: Pick<WindowsRelease, 'build'>): string[] =>
  build >= FIRST_WITH_SSE42 ? ['sse4_2', 'popcnt'] : [];

/** Returns the number of sockets that an edition uses; `undefined` for servers, which use more than any VPS has. */
export function socketsFor({ edition }: Pick<WindowsRelease, 'edition'>): number | undefined {
  if (edition === '' || /^server/i.test(edition)) return undefined;
  if (/^core/i.test(edition)) return 1;
  return /workstation/i.test(edition) ? 4 : 2;
}
