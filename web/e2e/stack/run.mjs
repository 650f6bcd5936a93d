// Starts a separate Casement (`make start` on free ports with a temporary data folder), boots the lab's VPS with the
// stand-in Windows imported, runs the `stack` tests against both, and stops everything afterwards. usage: node
// web/e2e/stack/run.mjs [--no-lab | --guard] [arguments for playwright]; --guard also imports an image
// that only restarts and one of Linux; the tests then start the VPS themselves.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const labData = join(process.env.DATA_DIR ?? join(root, '.data'));
const lab = join(root, 'deploy', 'lab', 'lab.sh');
const toolkit = join(labData, 'toolkit');
const imageFile = (name) => join(labData, 'lab', `${name}.raw`);
/** Leaves 127.0.0.10 free for a lab that may be running. */
const vps = { name: 'e2e', address: '127.0.0.11', port: '22', rootPassword: 'Lab-Pass-1' };
/** Accepted as a VPS address, but no server listens there. */
const deadAddress = '127.0.0.12';
/** Range for the simulated VPSs of tests without the lab. */
const simulatedVpss = '127.20.0.0/16';
/** Quotes, %, ^, &, ! and spaces must reach Windows unchanged. */
const rdpPassword = 'Rdp "50%" ^&! pass';
const bootOptions = [
  ...['--name', vps.name, '--address', vps.address, '--port', vps.port],
  ...['--expect-password-sha256', createHash('sha256').update(rdpPassword).digest('hex')],
];

const args = process.argv.slice(2);
const withLab = !args.includes('--no-lab');
const withGuard = args.includes('--guard');
const stopping = [];
// Ignored here because Ctrl-C reaches the tests too. Started processes are stopped below after the tests have ended.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
let exitCode = 1;
try {
  if (withLab) {
    run(lab, ['install-packages']);
    run(lab, ['build']);
  } else {
    // Built once for all runs; with a fresh data folder the product would rebuild it each time. A failed build is
    // only reported.
    run(join(root, 'services/install/engine/toolkit/build.sh'), [toolkit], { allowFailure: true });
  }
  const casement = await startCasement();
  if (withLab) {
    importImage(casement.env, 'standin', 'Stand-in Windows');
    if (withGuard) {
      run(join(root, 'deploy', 'lab', 'break-standin.sh'), ['panic', imageFile('restarting')]);
      importImage(casement.env, 'restarting', 'Restarting Windows');
      run(lab, ['build', 'cloud']);
      importImage(casement.env, 'vps-cloud', 'Debian 12', '--kind', 'linux');
    }
    bootVps();
  }
  exitCode = run(
    'npx',
    [
      'playwright',
      'test',
      '--project=stack',
      ...args.filter((arg) => !['--no-lab', '--guard'].includes(arg)),
    ],
    {
      cwd: join(root, 'web', 'e2e'),
      env: { ...process.env, ...casement.env, ...testEnv(casement) },
      allowFailure: true,
    },
  );
} finally {
  for (const stop of stopping.reverse()) await stop();
}
process.exit(exitCode);

async function startCasement() {
  const dataDir = mkdtempSync(join(tmpdir(), 'casement-e2e-'));
  // PostgreSQL's user needs access because its data lies in this folder and is deleted with it.
  chmodSync(dataDir, 0o711);
  stopping.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const [port, mail, sandbox] = [await freePort(), await freePort(), await freePort()];
  const env = {
    PORT: String(port),
    MAIL_PORT: String(mail),
    SANDBOX_PORT: String(sandbox),
    DATA_DIR: dataDir,
    TOOLKIT_DIR: toolkit,
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: 'E2e-Admin-Pass-1',
    INSTALL_ALLOWED_NETWORKS: `${vps.address}/32,${deadAddress}/32,${simulatedVpss}`,
    INSTALL_AGENT_URL: `http://${withLab ? '10.0.2.2' : '127.0.0.1'}:${port}`,
    INSTALL_TARGET_PORT: vps.port,
    SUPPORT_CHAT_URL: 'https://t.me/casement_support',
    // All test browsers share one address.
    THROTTLE_FACTOR: process.env.THROTTLE_FACTOR ?? '50',
  };
  const child = spawn(process.execPath, [join(root, 'deploy', 'local', 'dist', 'main.js')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  stopping.push(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  let output = '';
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (part) => {
      output += part;
      if (output.includes('Casement is ready at')) resolve();
    });
    void gone.then(() => reject(new Error(`Casement did not start:\n${output}`)));
  });
  return { env, port, mail, sandbox };
}

function importImage(env, name, title, ...options) {
  const importer = 'services/install/dist/cli/import-image.js';
  run(
    process.execPath,
    [
      'deploy/local/dist/inside.js',
      'install',
      importer,
      imageFile(name),
      '--slug',
      name,
      '--name',
      title,
      ...options,
    ],
    { env: { ...process.env, ...env } },
  );
}

function bootVps() {
  stopping.push(() => run(lab, ['stop', '--name', vps.name], { allowFailure: true }));
  // The tests of the recovery system start the VPS themselves.
  if (!withGuard) run(lab, ['boot', ...bootOptions]);
}

function testEnv({ port, mail, sandbox, env }) {
  return {
    BASE_URL: `http://localhost:${port}`,
    MAIL_URL: `http://localhost:${mail}`,
    SANDBOX_URL: `http://localhost:${sandbox}`,
    RUN_FILE: join(env.DATA_DIR, 'run.json'),
    DEAD_ADDRESS: deadAddress,
    ...(withLab && {
      LAB_SCRIPT: lab,
      LAB_DATA_DIR: labData,
      ...(withGuard && { GUARDED_VPS: bootOptions.join(' ') }),
      VPS_NAME: vps.name,
      VPS_ADDRESS: vps.address,
      VPS_PORT: vps.port,
      VPS_ROOT_PASSWORD: vps.rootPassword,
      RDP_PASSWORD: rdpPassword,
    }),
  };
}

function run(command, args, { allowFailure = false, ...options } = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (status !== 0 && !allowFailure) throw new Error(`${command} ${args[0]} failed with ${status}`);
  return status ?? 1;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
