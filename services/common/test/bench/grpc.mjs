/**
 * Measures the cost of mTLS for a call between two services: the product's client with and without mTLS, alternating
 * in one run, with client and server in this process.
 *
 *    node services/common/test/bench/grpc.mjs      (after npx tsc -b)
 */
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPackageDefinition, Server, ServerCredentials } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { PROTO_LOADER_OPTIONS } from '@casement/common/platform/grpc/proto-options.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import { configureLogging } from '@casement/common/core/logging/logger.js';
import { PROTO_ROOT } from '@casement/proto/files.js';
import { LocalAuthority, writeIdentity } from '@casement/local/certificates.js';

const CALLS = 3_000;
const ROUNDS = 5;
const CONNECTIONS = 20;
const ANSWER = { users: [{ id: '1', username: 'budi', email: 'budi@example.com' }] };

configureLogging('bench', 'silent');
const folder = mkdtempSync(join(tmpdir(), 'casement-bench-'));
const authority = await LocalAuthority.create();
const [auth, billing] = await Promise.all(['auth', 'billing'].map(identityOf));
const kinds = {
  'without mTLS': { server: await serve(ServerCredentials.createInsecure()) },
  'with mTLS': { server: await serve(auth.serverCredentials()), identity: billing },
};

for (const kind of Object.values(kinds)) kind.rounds = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const kind of Object.values(kinds)) {
    const figures = await measure(kind);
    if (round > 0) kind.rounds.push(figures); // the first round warms up
  }
}
const [plain, secured] = Object.values(kinds).map(({ rounds }) => ({
  ms: median(rounds.map(({ ms }) => ms)),
  cpu: median(rounds.map(({ cpu }) => cpu)),
  first: median(rounds.map(({ first }) => first)),
}));
print('without mTLS', plain);
print('with mTLS', secured);
print('ratio', {
  ms: secured.ms / plain.ms,
  cpu: secured.cpu / plain.cpu,
  first: secured.first / plain.first,
});

for (const { server } of Object.values(kinds)) server.close();
for (const identity of [auth, billing]) identity.onApplicationShutdown();
rmSync(folder, { recursive: true });

async function identityOf(service) {
  const at = join(folder, service);
  writeIdentity(at, await authority.issue({ uris: [`spiffe://casement/${service}`] }));
  return new Identity({ GRPC_IDENTITY: 'require', IDENTITY_DIR: at }, service);
}

async function serve(credentials) {
  const server = new Server();
  const tree = loadPackageDefinition(
    loadSync(join(PROTO_ROOT, 'casement/auth/v1/auth_service.proto'), PROTO_LOADER_OPTIONS),
  );
  server.addService(tree.casement.auth.v1.AuthService.service, {
    GetUsers: (_, done) => done(null, ANSWER),
  });
  const port = await new Promise((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { url: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}

function open({ server, identity }) {
  return grpcClient('auth', { url: server.url, deadlineMs: 10_000, ...(identity && { identity }) });
}

async function measure(kind) {
  const first = [];
  for (let n = 0; n < CONNECTIONS; n += 1) {
    const fresh = open(kind);
    first.push(await timed(() => fresh.GetUsers({ ids: ['1'] })));
    fresh.close();
  }
  const client = open(kind);
  for (let n = 0; n < 200; n += 1) await client.GetUsers({ ids: ['1'] });
  const times = [];
  // CPU time in addition to elapsed time, which is unreliable on a busy machine.
  const before = process.cpuUsage();
  for (let n = 0; n < CALLS; n += 1) {
    times.push(await timed(() => client.GetUsers({ ids: ['1'] })));
  }
  const { user, system } = process.cpuUsage(before);
  client.close();
  return { ms: median(times), cpu: (user + system) / 1_000 / CALLS, first: median(first) };
}

async function timed(act) {
  const before = performance.now();
  await act();
  return performance.now() - before;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function print(name, { ms, cpu, first }) {
  const [a, b, c] = [ms, cpu, first].map((n) => n.toFixed(2).padStart(6));
  process.stdout.write(`${name.padEnd(13)} ${a} ms a call, ${b} ms of CPU, ${c} first call\n`);
}
