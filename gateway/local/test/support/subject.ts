import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { BlockList } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createGateway } from '../../src/gateway.js';
import { parseKongFile } from '../../src/kong-file.js';
import { Upstream } from './upstream.js';

/** If set, the suite runs against the real Kong at this URL, loaded with fixture.kong.yml. See README.md. */
export const REAL_KONG = process.env['BASE_URL'];

export interface Subject {
  base: string;
  upstream: Upstream;
  /** Runs one round of health checks. A real Kong runs them itself. */
  checkHealth: () => Promise<void>;
  close: () => Promise<void>;
}

interface Local {
  base: string;
  metrics: () => string;
  checkHealth: () => Promise<void>;
  close: () => Promise<void>;
}

/** @param file path relative to the folder gateway/local */
export async function startLocal(
  file: string,
  upstreams: Record<string, string>,
  trusted: string[] = [],
): Promise<Local> {
  const proxies = new BlockList();
  for (const address of trusted) proxies.addAddress(address);
  const text = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
  const { server, metrics, checkHealth, closeAll } = createGateway(
    parseKongFile(text),
    upstreams,
    proxies,
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    closeAll();
    server.close();
    await once(server, 'close');
  };
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, metrics, checkHealth, close };
}

/** Starts the gateway under test with the test upstream behind it. */
export async function startSubject(): Promise<Subject> {
  const upstream = new Upstream();
  if (REAL_KONG) {
    await upstream.listen(3000);
    const checkHealth = () => Promise.resolve();
    return { base: REAL_KONG, upstream, checkHealth, close: () => upstream.close() };
  }
  const port = await upstream.listen();
  const echo = `127.0.0.1:${port}`;
  const refused = '127.0.0.1:1';
  const map = { echo, refused, dead: refused, 'half-dead': `${echo},${refused}` };
  const local = await startLocal('test/support/fixture.kong.yml', map);
  return {
    base: local.base,
    upstream,
    checkHealth: local.checkHealth,
    close: async () => {
      await local.close();
      await upstream.close();
    },
  };
}

/** Polls a condition at short intervals. The timeout only catches hangs. */
export async function until<T>(checkHealth: () => T | undefined | false): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = checkHealth();
    if (found) return found;
    if (Date.now() > deadline) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
