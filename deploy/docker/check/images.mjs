/**
 * Builds the images with buildah and runs each file system without a container engine, in the environment that the
 * chart sets. Verifies that it migrates, passes its health check and has no more rights than its pod. Requires root
 * on Debian.
 *
 *   node deploy/docker/check/images.mjs [auth billing install telegram security desktop-relay web]
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startNats, stopNats } from '@casement/local/infrastructure/nats.js';
import { defaultDataDir } from '@casement/local/paths.js';
import { freePort } from '@casement/local/ports.js';
import { startPostgres, stopPostgres } from '@casement/local/infrastructure/postgres.js';
import { build, buildImage, contents, megabytes, RootFilesystem } from './buildah.mjs';
import { chartEnvironment, createDatabase, IMAGES, RELAY, SERVICES } from './environment.mjs';
import { entry, run } from './sandbox.mjs';

const READY_MS = 180_000;
const chosen = process.argv.slice(2);
const names = chosen.length > 0 ? chosen : IMAGES;

execFileSync(join(import.meta.dirname, 'bases.sh'), { stdio: 'inherit' });
const folder = mkdtempSync('/tmp/casement-images-');
// PostgreSQL runs as another user, who needs access to this folder.
chmodSync(folder, 0o711);
const roots = [];
let engines;
let failed = 0;
try {
  checkModules();
  engines = await Promise.all([
    startPostgres({
      dataDir: join(folder, 'db'),
      logFile: join(folder, 'db.log'),
      disposable: true,
    }),
    startNats({
      dataDir: join(folder, 'nats'),
      logFile: join(folder, 'nats.log'),
      binDir: join(defaultDataDir, 'bin'),
    }),
  ]);
  for (const name of names) await checkImage(name, ...engines);
} finally {
  if (engines) await Promise.all([stopPostgres(engines[0].process), stopNats(engines[1].process)]);
  for (const root of roots) root.remove();
  rmSync(folder, { recursive: true });
}
console.log(`${names.length + 1 - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

/** Verifies that a repeated `npm ci` produces the same files and that none contains the build's secret. */
function checkModules() {
  const [first, second] = [[], ['--no-cache']].map((more) => {
    const root = new RootFilesystem(build('modules', 'auth', ...more));
    const files = contents(join(root.path, 'app'));
    const secrets = existsSync(join(root.path, 'run/secrets/ca')) ? ['the secret stays'] : [];
    root.remove();
    return [...files, ...secrets];
  });
  const known = new Set(first);
  const different = second.filter((line) => !known.has(line));
  if (first.length !== second.length) different.push(`${first.length} and ${second.length} files`);
  if (first.includes('the secret stays')) different.push('the secret stays');
  report('npm ci', different, () => `${first.length} files, the same by a second build`);
}

async function checkImage(name, postgres, nats) {
  const isService = SERVICES.includes(name);
  const root = new RootFilesystem(buildImage(name));
  roots.push(root);
  const [HTTP_PORT, GRPC_PORT] = [String(await freePort()), String(await freePort())];
  const own = { HTTP_HOST: '127.0.0.1', HTTP_PORT, GRPC_PORT };
  const env = isService
    ? {
        ...chartEnvironment(name),
        ...(await createDatabase(postgres.url, name)),
        NATS_URL: nats.url,
        ...own,
      }
    : { ...(name === RELAY ? chartEnvironment(name) : {}), ...own };

  const wrong = [];
  if (isService) {
    const migration = run(root, name, env, entry(root, 'dist/migrate.js'));
    const code = await migration.ended;
    if (code !== 0) wrong.push(`migrations ended with ${code}: ${migration.output}`);
  }
  const started = Date.now();
  const server = run(root, name, env, entry(root));
  const healthy = () => run(root, name, env, ['node', '/app/health.mjs']).ended;
  let over = false;
  void server.ended.then(() => (over = true));
  while ((await healthy()) !== 0 && !over && Date.now() - started < READY_MS);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (over || (await healthy()) !== 0)
    wrong.push(`is not healthy after ${seconds} s: ${server.output}`);
  else wrong.push(...rightsOf(server.child.pid));
  server.child.kill('SIGKILL');
  await server.ended;
  report(name, wrong, () =>
    [
      `healthy after ${seconds} s`,
      `image ${megabytes(root.path)} MB in ${root.layers} layers`,
      `/app ${megabytes(join(root.path, 'app'))} MB`,
    ].join(', '),
  );
}

/** Reads the kernel's view of every process in the sandbox. @returns rights that a pod's process would not have */
function rightsOf(sandbox) {
  const children = (pid) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const below = (pid) => children(pid).flatMap((child) => [child, ...below(child)]);
  const nodes = below(sandbox).filter(
    (pid) => readFileSync(`/proc/${pid}/comm`, 'utf8') !== 'bwrap\n',
  );
  if (nodes.length === 0) return ['no process was found to look at'];
  return nodes.flatMap((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const line = (name) => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1];
    const root = readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
      .split('\n')
      .find((mount) => mount.split(' ')[4] === '/');
    const wanted = {
      Uid: '1000\t1000\t1000\t1000',
      Gid: '1000\t1000\t1000\t1000',
      NoNewPrivs: '1',
      ...Object.fromEntries(
        ['Prm', 'Eff', 'Bnd', 'Amb'].map((set) => [`Cap${set}`, '0000000000000000']),
      ),
    };
    const wrong = Object.entries(wanted).filter(([name, value]) => line(name) !== value);
    return [
      ...wrong.map(([name]) => `process ${pid} has ${name} ${line(name)}`),
      ...(/^\S+ \S+ \S+ \S+ \/ ro\b/.test(root ?? '')
        ? []
        : [`its file system is not read-only: ${root}`]),
    ];
  });
}

function report(name, wrong, figures) {
  if (wrong.length > 0) failed += 1;
  console.log(
    wrong.length > 0
      ? `FAIL ${name}: ${wrong.slice(0, 5).join('\n')}`
      : `ok   ${name}: ${figures()}`,
  );
}
