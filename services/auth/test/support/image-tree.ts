import { execFileSync, spawnSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const repository = join(__dirname, '../../../..');
const dockerfile = readFileSync(join(repository, 'deploy/docker/Dockerfile'), 'utf8');

/**
 * Builds the content of a service's image below /app in an empty folder by following the Dockerfile. Uses the files
 * built and installed in this clone as hard links, so the folder must be on the same file system. Excludes the base
 * images.
 */
export function makeImageTree(service: string, app: string): void {
  for (const [from, to] of copies('manifests')) link(join(repository, from), join(app, to));
  for (const path of packagesOf(service)) link(path, join(app, relative(repository, path)));
  run('node', 'deploy/docker/prune.mjs', join(app, 'node_modules'));
  for (const [from, to] of [...copies('runtime'), ...copies('service')]) {
    const [path, target] = [from, to].map((one) => one.replace('${SERVICE}', service));
    link(join(repository, path), join(app, target));
  }
  cleanUp(app);
}

/** Runs the Dockerfile's clean-up command. */
function cleanUp(app: string): void {
  const [command] = /rm -rf services[^]*?-delete/.exec(dockerfile) ?? [];
  if (!command) throw new Error('Dockerfile takes nothing out of what was built.');
  // `find` reports services that are missing here and continues.
  spawnSync('bash', ['-c', command.replaceAll('\\\n', ''), ''], { cwd: app });
}

/**
 * @returns [from, to] of each COPY in this stage that copies from the repository or its build. `from` is relative to
 * the repository, `to` to /app.
 */
function copies(stage: string): [string, string][] {
  const lines = dockerfile.replaceAll('\\\n', '').split('\n');
  const begin = lines.findIndex(
    (line) => line.startsWith('FROM ') && line.endsWith(` AS ${stage}`),
  );
  const length = lines.slice(begin + 1).findIndex((line) => line.startsWith('FROM '));
  const found = lines
    .slice(begin + 1, begin + 1 + length)
    .filter((line) => /^COPY (--from=build )?[^-]/.test(line))
    .flatMap((line) => {
      const paths = line.split(/\s+/).filter((word) => !/^(COPY|--from=.*)$/.test(word));
      const [to, ...from] = paths.map((path) => path.replace(/^\/app\//, '')).reverse();
      return from.map((path): [string, string] => [
        path,
        to.endsWith('/') ? join(to, basename(path)) : to,
      ]);
    });
  if (begin < 0 || found.length === 0) throw new Error(`Dockerfile copies nothing in ${stage}.`);
  return found;
}

/** Returns the folders that `npm ci --omit=dev --workspace` would install. */
function packagesOf(service: string): string[] {
  const only = [
    '--omit=dev',
    '--workspace',
    `services/${service}`,
    '--include-workspace-root=false',
  ];
  return run('npm', 'ls', '--all', '--parseable', ...only)
    .split('\n')
    .filter((path) => path.includes('/node_modules/'));
}

/** Hard-links all files below the folder, except nested packages. */
function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const about = lstatSync(from);
  if (about.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (about.isFile()) linkSync(from, to);
  else {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from))
      if (name !== 'node_modules') link(join(from, name), join(to, name));
  }
}

const run = (program: string, ...options: string[]) =>
  execFileSync(program, options, { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26 });
