// A Casement of its own: free ports, a data folder of its own, as `make start` would run it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = join(import.meta.dirname, '..', '..', '..');
export const ADMIN = { username: 'admin', password: 'Rollout-Admin-1' };

/** @param root the clone whose built programs run */
export async function startProduct({ root = here, env = {} } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'casement-rollout-'));
  // PostgreSQL's user may enter it: its data then lies here, and goes with it.
  chmodSync(dataDir, 0o711);
  const [port, mail, sandbox] = [await freePort(), await freePort(), await freePort()];
  const settings = {
    PORT: String(port),
    MAIL_PORT: String(mail),
    SANDBOX_PORT: String(sandbox),
    DATA_DIR: dataDir,
    // Nothing is installed for real here.
    TOOLKIT_DIR: join(dataDir, 'toolkit'),
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    INSTALL_ALLOWED_NETWORKS: '127.0.1.0/24',
    // All callers come from this machine.
    THROTTLE_FACTOR: '1000',
    ...env,
  };
  const child = spawn(process.execPath, [join(root, 'deploy/local/dist/main.js')], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const product = {
    root,
    dataDir,
    settings,
    base: `http://localhost:${port}`,
    mailUrl: `http://localhost:${mail}`,
    sandboxUrl: `http://localhost:${sandbox}`,
    output: '',
    run: () => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')),
    inside: (...args) => inside(root, settings, args),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (part) => {
      product.output += part;
      if (product.output.includes('Casement is ready at')) resolve();
    });
    child.once('exit', () => reject(new Error(`Casement did not start:\n${product.output}`)));
  });
  return product;
}

/** Runs a service's command as that service would; throws with all it says when it fails. */
function inside(root, settings, args) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'deploy/local/dist/inside.js'), ...args],
    { cwd: root, env: { ...process.env, ...settings }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout.trim();
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks until it is true. The limit is for what hangs. */
export async function until(what, condition, limitMs = 180_000) {
  for (const end = Date.now() + limitMs; ; await pause(50)) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${limitMs / 1000} s`);
  }
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
