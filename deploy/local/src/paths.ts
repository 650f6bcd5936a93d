import { statSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone's root; this file lies three folders below it, in src as in dist. */
export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Where everything goes that a run keeps: `DATA_DIR`, or `.data` in the clone. */
export const defaultDataDir = join(repositoryRoot, '.data');

/** Whether a user without rights of its own could reach this folder: x for others all the way up. */
export function isReachableByOthers(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === parse(at).root) return true;
  }
}
