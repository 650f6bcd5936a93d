// Starts a separate Casement like `make start`, on free ports and with a separate data folder.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@casement/local/paths.js';
import type { Wiring } from '@casement/local/environment.js';
import type { Run } from '@casement/local/processes/run-file.js';

export const ADMIN = { username: 'admin', password: 'Rollout-Admin-1' };

export interface Product {
  root: string;
  dataDir: string;
  settings: Record<string, string>;
  /** Target of the load. */
  base: string;
  /** Origin of the pages, which services verify. */
  publicUrl: string;
  mailUrl: string;
  sandboxUrl: string;
  output: string;
  /** Returns the run file of the running product. */
  run(): Run & { wiring: Wiring };
  /** Runs a service's command in its environment. */
  inside(...args: string[]): string;
  /** Ends the processes and keeps the data. */
  end(): Promise<void>;
  /** Ends the processes and deletes the data. */
  stop(): Promise<void>;
}

/**
 * @param root the clone whose built programs are used
 * @param env settings; an existing DATA_DIR is continued
 */
export async function startProduct({
  root = repositoryRoot,
  env = {},
}: { root?: string; env?: Record<string, string> } = {}): Promise<Product> {
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'casement-rollout-'));
  // PostgreSQL's user needs access, so that its data can be in this folder and is deleted with it.
  chmodSync(dataDir, 0o711);
  const port = async (name: string) => env[name] ?? String(await freePort());
  const settings = {
    PORT: await port('PORT'),
    MAIL_PORT: await port('MAIL_PORT'),
    SANDBOX_PORT: await port('SANDBOX_PORT'),
    DATA_DIR: dataDir,
    // The toolkit is not needed because no install completes here.
    TOOLKIT_DIR: join(dataDir, 'toolkit'),
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    INSTALL_ALLOWED_NETWORKS: '127.0.1.0/24',
    // All callers share this machine's address, so the normal limits would throttle them.
    THROTTLE_FACTOR: '1000',
    ...env,
  };
  const child = spawn(process.execPath, [join(root, 'deploy/local/dist/main.js')], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const product: Product = {
    root,
    dataDir,
    settings,
    base: `http://localhost:${settings.PORT}`,
    publicUrl: `http://localhost:${settings.PORT}`,
    mailUrl: `http://localhost:${settings.MAIL_PORT}`,
    sandboxUrl: `http://localhost:${settings.SANDBOX_PORT}`,
    output: '',
    run: () =>
      JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as Run & { wiring: Wiring },
    inside: (...args) => inside(root, settings, args),
    end: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
    stop: async () => {
      await product.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      product.output += chunk;
      if (product.output.includes('Casement is ready at')) resolve();
    });
    child.once('exit', () => reject(new Error(`Casement did not start:\n${product.output}`)));
  });
  return product;
}

/** @throws an error with the complete output if the command fails */
function inside(root: string, settings: Record<string, string>, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'deploy/local/dist/inside.js'), ...args],
    { cwd: root, env: { ...process.env, ...settings }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout.trim();
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Polls until the condition returns a truthy value. The timeout is only for hangs. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  limitMs = 180_000,
): Promise<NonNullable<T>> {
  for (const end = Date.now() + limitMs; ; await pause(50)) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${limitMs / 1000} s`);
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
