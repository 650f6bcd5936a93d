import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { receiptRoutes } from '@casement/proto/http/billing/receipts.routes.js';
import { moneyRoutes } from '@casement/proto/http/billing/money.routes.js';
import { refundRoutes } from '@casement/proto/http/billing/refunds.routes.js';
import { voucherRoutes } from '@casement/proto/http/billing/vouchers.routes.js';
import { batchRoutes } from '@casement/proto/http/install/batches/batches.routes.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { recoveryRoutes } from '@casement/proto/http/install/recovery.routes.js';
import { scriptRoutes } from '@casement/proto/http/install/windows/scripts.routes.js';
import { webhookRoutes } from '@casement/proto/http/install/webhooks/webhooks.routes.js';
import { linuxRoutes } from '@casement/proto/http/install/linux.routes.js';
import { windowsVersionRoutes } from '@casement/proto/http/install/windows/windows-versions.routes.js';
import type { Route } from '@casement/proto/http/route.js';

const run = promisify(execFile);
const ROUTES: Route[] = [
  billingRoutes,
  receiptRoutes,
  moneyRoutes,
  refundRoutes,
  voucherRoutes,
  batchRoutes,
  installRoutes,
  recoveryRoutes,
  scriptRoutes,
  webhookRoutes,
  linuxRoutes,
  windowsVersionRoutes,
].flatMap((table) => Object.values<Route>(table));
const ID = '0b0a8a5c-6c1a-4a8e-9d8e-3f6a1c2b4d5e';
const PROGRAMS: Record<string, (source: string) => [program: string, args: string[]]> = {
  Shell: (source) => ['sh', ['-c', source.replace('curl ', 'curl --fail-with-body -sS ')]],
  TypeScript: (source) => ['node', ['--input-type=module', '-e', source]],
  Python: (source) => ['python3', ['-c', source]],
};

interface Call {
  route: string;
  problems: string[];
}

/**
 * Serves the routes of the services on loopback and checks key, parameters, headers and body of each call with the
 * schemas of the services.
 */
export async function serveRoutes(key: string) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = check(request.method ?? '', request.url ?? '', body);
      if (request.headers.authorization !== `Bearer ${key}`) call.problems.push('no key');
      calls.push(call);
      response.writeHead(call.problems.length > 0 ? 400 : 200, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify({ success: true, message: 'answered', data: call }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    ...process.env,
    CASEMENT_URL: `http://127.0.0.1:${port}`,
    CASEMENT_API_KEY: key,
    ID,
    ROW: '1',
    DELIVERY: ID,
    REFERENCE: 'T46231948A7Q2P',
    NUMBER: 'CSM-2026-000001',
  };
  return {
    last: () => calls.at(-1),
    /** Runs an example in an empty folder. Returns its output and the files that it saved. */
    run: async (language: string, source: string) => {
      const [program, args] = PROGRAMS[language](source);
      const cwd = await mkdtemp(join(tmpdir(), 'casement-example-'));
      try {
        const { stdout } = await run(program, args, { cwd, env, timeout: 30_000 });
        const saved = (await readdir(cwd)).map((name) => readFile(join(cwd, name), 'utf8'));
        return [stdout, ...(await Promise.all(saved))].join('');
      } finally {
        await rm(cwd, { recursive: true });
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function check(method: string, path: string, body: string): Call {
  // Fixed segments win over parameters, as in the services.
  const found = ROUTES.filter((route) => route.method === method && matches(route, path)).sort(
    (a, b) => Object.keys(a.params ?? {}).length - Object.keys(b.params ?? {}).length,
  )[0];
  if (!found) return { route: `${method} ${path}`, problems: ['unknown route'] };
  const result = found.body?.safeParse(JSON.parse(body || 'null'));
  const problems =
    result?.success === false ? result.error.issues.map(({ message }) => message) : [];
  return { route: `${method} /api${found.path}`, problems };
}

function matches({ path, params = {} }: Route, url: string): boolean {
  const pattern = new RegExp(`^/api${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const groups = pattern.exec(url)?.groups;
  if (!pattern.test(url)) return false;
  return Object.entries(params).every(([name, schema]) => schema.safeParse(groups?.[name]).success);
}
