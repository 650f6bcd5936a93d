import { statSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the clone. This file is three folders below it, both in src and in dist. */
export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Folder for all data of a run unless `DATA_DIR` is set. */
export const defaultDataDir = join(repositoryRoot, '.data');

/** Whether an unprivileged user could access this folder: all parent folders need x for others. */
export function isReachableByOthers(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === parse(at).root) return true;
  }
}
