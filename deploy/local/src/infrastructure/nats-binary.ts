import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { isExecutable } from '../../setup/programs.mjs';

const MISSING =
  'nats-server was not found: install it (Debian and Ubuntu: apt-get install nats-server, ' +
  'macOS: brew install nats-server) or set NATS_SERVER_BIN to its path.';

/**
 * Finds nats-server, which no npm package contains. The order is `NATS_SERVER_BIN`, PATH, /usr/sbin (used by Debian,
 * but not in an ordinary user's PATH), the download of an earlier run, and finally Debian's package, unpacked without
 * root into `binDir`.
 */
export async function findNatsServer(
  binDir: string,
  env: NodeJS.ProcessEnv = process.env,
  systemFolders: readonly string[] = ['/usr/sbin'],
): Promise<string> {
  const named = env['NATS_SERVER_BIN'];
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`NATS_SERVER_BIN names no executable file: ${named}`);
  }
  const folders = [
    ...(env['PATH'] ?? '').split(delimiter).filter(Boolean),
    ...systemFolders,
    binDir,
  ];
  const found = folders.map((folder) => join(folder, 'nats-server')).find(isExecutable);
  return found ?? (await fetchFromDebian(binDir, env));
}

/** Downloads with separate apt lists and cache, so that neither root nor the system's lists are needed. */
async function fetchFromDebian(binDir: string, env: NodeJS.ProcessEnv): Promise<string> {
  mkdirSync(binDir, { recursive: true });
  const work = mkdtempSync(join(binDir, 'nats-'));
  try {
    const lists = join(work, 'lists');
    const cache = join(work, 'cache');
    mkdirSync(join(lists, 'partial'), { recursive: true });
    mkdirSync(join(cache, 'archives', 'partial'), { recursive: true });
    const apt = (...args: string[]) =>
      run(work, env, 'apt-get', [
        '-q',
        ...['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`],
        // The user `_apt` cannot write here. The signatures of packages are still verified.
        ...(process.getuid?.() === 0 ? ['-o', 'APT::Sandbox::User=root'] : []),
        ...args,
      ]);
    await apt('update');
    await apt('download', 'nats-server');
    const deb = readdirSync(work).find((file) => file.endsWith('.deb'));
    if (!deb) throw new Error('apt-get download left no package');
    await run(work, env, 'dpkg-deb', ['-x', deb, 'unpacked']);
    const target = join(binDir, 'nats-server');
    renameSync(join(work, 'unpacked', 'usr', 'sbin', 'nats-server'), target);
    return target;
  } catch (cause) {
    throw new Error(MISSING, { cause });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function run(cwd: string, env: NodeJS.ProcessEnv, command: string, args: string[]) {
  await promisify(execFile)(command, args, {
    cwd,
    env,
    timeout: 180_000,
    maxBuffer: 16 * 1024 * 1024,
  });
}
