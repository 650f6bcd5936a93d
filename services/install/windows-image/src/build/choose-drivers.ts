import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildRefused } from './build-refused.js';
import { readPackage, type DriverPackage } from './driver-package.js';
import type { FileSource, SourceFile } from './file-source.js';
import type { WindowsTarget } from './inf-target.js';

/** INFs to include, by need. Other drivers are not required to install and reach a VPS. */
const REQUIRED = {
  viostor: 'boot',
  vioscsi: 'boot',
  netkvm: 'required',
  ena: 'optional',
  gvnic: 'optional',
  balloon: 'optional',
  vioser: 'optional',
} as const;

/** Windows 8, the first version with the driver database that we write. */
const FIRST_BUILD = 9200;
const MAX_DRIVER_BYTES = 64 * 2 ** 20;
/** Upper limit because each candidate is read in full. A driver folder for one Windows version has fewer. */
const MAX_CANDIDATES = 500;

export interface ChosenDriver {
  driver: DriverPackage;
  startsWindows: boolean;
  /** Folder in the driver source. */
  from: string;
  files: SourceFile[];
}

/**
 * Chooses drivers for this Windows from the virtio-win ISO or a folder of INFs.
 * @param folders source folders for this Windows, best first, because virtio-win's INFs do not state the version
 * @throws BuildRefused
 */
export async function chooseDrivers(
  source: FileSource,
  target: WindowsTarget,
  folders: string[],
): Promise<ChosenDriver[]> {
  if (target.architecture !== 'x86_64') {
    throw new BuildRefused(
      `The edition is for ${target.architecture}; Casement installs Windows for x64 (x86_64) only.`,
    );
  }
  if (target.build < FIRST_BUILD) {
    throw new BuildRefused(
      `Windows ${target.major}.${target.minor}.${target.build} is older than Windows 8, for which drivers are added in another way.`,
    );
  }
  const files = await source.list();
  const chosen: ChosenDriver[] = [];
  for (const [name, need] of Object.entries(REQUIRED)) {
    const found = await bestOf(source, files, `${name}.inf`, target, folders).catch((error) => {
      // Optional drivers for another Windows version are skipped.
      if (need === 'optional' && error instanceof BuildRefused) return null;
      throw error;
    });
    if (found) chosen.push({ ...found, startsWindows: need === 'boot' });
    else if (need !== 'optional') {
      throw new BuildRefused(
        `${source.name} has no ${name}.inf. Give the virtio-win ISO, or a folder with viostor, vioscsi and NetKVM.`,
      );
    }
  }
  return chosen;
}

async function bestOf(
  source: FileSource,
  files: SourceFile[],
  inf: string,
  target: WindowsTarget,
  folders: string[],
): Promise<Omit<ChosenDriver, 'startsWindows'> | null> {
  const candidates = files.filter(({ path }) => nameOf(path).toLowerCase() === inf);
  if (candidates.length > MAX_CANDIDATES) {
    throw new BuildRefused(`${source.name} has ${candidates.length} files ${inf}.`);
  }
  let refusal: BuildRefused | null = null;
  let best: { file: SourceFile; driver: DriverPackage; rank: number }[] = [];
  for (const file of candidates) {
    if (file.size > 2 ** 20) throw new BuildRefused(`${file.path} is too large for an INF.`);
    try {
      const driver = readPackage(nameOf(file.path), await source.read(file), target);
      const rank = rankOf(file.path, folders);
      if (best[0] && best[0].rank < rank) continue;
      if (best[0] && best[0].rank > rank) best = [];
      best.push({ file, driver, rank });
    } catch (error) {
      if (!(error instanceof BuildRefused)) throw error;
      refusal ??= error;
    }
  }
  const [first] = best;
  if (!first) {
    if (refusal) throw refusal;
    return null;
  }
  // The virtio-win ISO contains the same driver twice.
  const second = best.find(({ driver }) => driver.folder !== first.driver.folder);
  if (second) {
    throw new BuildRefused(
      `${first.file.path} and ${second.file.path} both fit. Give a folder with the drivers of one Windows.`,
    );
  }
  const from = first.file.path.split('/').slice(0, -1).join('/');
  return { driver: first.driver, from, files: filesOf(first.driver, from, files) };
}

/** Returns the files listed by the INF, in its folder. */
function filesOf({ inf, files }: DriverPackage, from: string, all: SourceFile[]): SourceFile[] {
  return files.map((name) => {
    const wanted = (from ? `${from}/${name}` : name).toLowerCase();
    const file = all.find(({ path }) => path.toLowerCase() === wanted);
    if (!file) throw new BuildRefused(`${inf} needs the file ${name}, which is not beside it.`);
    if (file.size > MAX_DRIVER_BYTES) {
      throw new BuildRefused(`${file.path} is too large for a driver.`);
    }
    return file;
  });
}

/** Returns the rank of the preferred folder; last if no folder matches. */
function rankOf(path: string, folders: string[]): number {
  const parts = path.toLowerCase().split('/').slice(0, -1);
  const rank = folders.findIndex((folder) => parts.includes(folder.toLowerCase()));
  return rank < 0 ? folders.length : rank;
}

const nameOf = (path: string): string => path.split('/').at(-1)!;

/** Copies a driver's files under their plain names. */
export async function copyDriver(
  source: FileSource,
  { files }: ChosenDriver,
  folder: string,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names: string[] = [];
  for (const file of files) {
    const name = nameOf(file.path).toLowerCase();
    await source.copy(file, join(folder, name));
    names.push(name);
  }
  return names;
}
