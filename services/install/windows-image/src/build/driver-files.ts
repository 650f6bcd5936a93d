import { dirname, join } from 'node:path';
import type { AddedFile } from './boot-files.js';
import { BuildRefused } from './build-refused.js';
import { copyDriver, type ChosenDriver } from './choose-drivers.js';
import { storedInf } from './driver-changes.js';
import type { FileSource } from './file-source.js';

/** Folder that Windows searches for drivers of new devices. */
export const DRIVERS = 'Windows/Drivers/VirtIO';
const STORE = 'Windows/System32/DriverStore/FileRepository';
const CATALOGS = 'Windows/System32/CatRoot/{F750E6C3-38EE-11D1-85E5-00C04FC295EE}';

/** Collects driver files: boot drivers where the loader searches, all drivers in the search folder. */
export async function collectDrivers(
  source: FileSource,
  chosen: ChosenDriver[],
  folder: string,
): Promise<AddedFile[]> {
  const added = new Map<string, string>();
  const add = (path: string, file: string) => {
    if (added.has(path)) throw new BuildRefused(`Two drivers bring a file ${path}.`);
    added.set(path, file);
  };
  for (const one of chosen) {
    const { driver, startsWindows } = one;
    const from = join('drivers', driver.folder);
    for (const name of await copyDriver(source, one, join(folder, from))) {
      const file = join(from, name);
      add(`${DRIVERS}/${name}`, file);
      if (!startsWindows) continue;
      add(`${STORE}/${driver.folder}/${name}`, file);
      if (name === driver.service.file.toLowerCase()) add(`Windows/System32/drivers/${name}`, file);
      if (name === driver.inf) add(`Windows/INF/${storedInf(driver)}`, file);
      if (name === driver.catalog.toLowerCase()) add(`${CATALOGS}/oem-${name}`, file);
    }
  }
  return [...added].map(([path, file]) => ({ path, file }));
}

/** Adds the folders that exist only for these files. */
export function withFolders(paths: string[]): string[] {
  const own = [
    DRIVERS,
    'Windows/Drivers',
    ...paths.filter((path) => path.startsWith(STORE)).map(dirname),
    ...paths.filter((path) => path.startsWith('Boot/')).flatMap(foldersOf),
  ];
  return [...new Set([...own, ...paths])];
}

/** Returns the parents of a path: `a` and `a/b` for `a/b/c`. */
function foldersOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}
