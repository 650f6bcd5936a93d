import { credentials, status } from '@grpc/grpc-js';
import {
  CALLERS,
  isServiceName,
  METHODS,
  type CallerName,
  type ServiceName,
} from '@casement/proto/access/access.js';
import type { Identity } from '@casement/common/platform/identity/identity.js';
import { configureLogging } from '@casement/common/core/logging/logger.js';
import { LocalAuthority, TestIdentities } from '@casement/local/testing/identities.js';
import { callMethod, partsOf, serveMethods, type MethodServer } from '../support/method-servers.js';

/**
 * Calls every method of proto/access as every caller with every kind of certificate and on every kind of server. A
 * new row of the table or a new caller is covered without a change here.
 */
const PATHS = Object.keys(METHODS);
const ownerOf = (path: string) => partsOf(path).owner as ServiceName;
const OWNERS = [...new Set(PATHS.map(ownerOf))];
/** Kinds of invalid certificates; each is tried for every service. */
const WORTHLESS = ['expired', 'foreign'] as const;

let identities: TestIdentities;
let foreign: LocalAuthority;
/** Servers by their service and the service that their certificate names, e.g. `billing as auth`. */
const servers = new Map<string, MethodServer>();
/** Caller identities by service and defect: `install`, `install expired`, `install foreign`. */
const shown = new Map<string, Identity>();
const serverOf = (path: string, as: string = ownerOf(path)) =>
  servers.get(`${ownerOf(path)} as ${as}`)!;

beforeAll(async () => {
  configureLogging('grpc-access', 'silent');
  identities = await TestIdentities.create();
  foreign = await LocalAuthority.create();
  for (const service of CALLERS) {
    shown.set(service, identities.of(service));
    for (const kind of WORTHLESS) {
      const name = `${service} ${kind}`;
      const request = { uris: [`spiffe://casement/${service}`], validMs: 60_000 };
      const folder = await (kind === 'expired'
        ? identities.other(name, { ...request, validMs: -1_000 })
        : identities.other(name, request, foreign));
      shown.set(name, identities.at(service, folder));
    }
  }
  for (const owner of OWNERS) {
    const kinds = [...CALLERS, ...WORTHLESS.map((kind) => `${owner} ${kind}`)];
    for (const as of kinds) {
      const own = shown.get(as)!.serverCredentials();
      servers.set(`${owner} as ${as}`, await serveMethods(owner, own));
    }
  }
});
afterAll(() => {
  for (const server of servers.values()) server.close();
  identities.close();
});

/** Returns the status code of one call and checks that the method has run if, and only if, it is OK. */
async function call(
  path: string,
  caller: Identity | 'without TLS' | 'nameless',
  server = serverOf(path),
): Promise<status> {
  const before = server.answered.length;
  const code = await callMethod(path, server.url, credentialsOf(path, caller));
  expect(server.answered.slice(before)).toEqual(code === status.OK ? [path] : []);
  return code;
}

function credentialsOf(path: string, caller: Identity | 'without TLS' | 'nameless') {
  if (caller === 'without TLS') return credentials.createInsecure();
  if (caller !== 'nameless') return caller.channelCredentials(ownerOf(path));
  return credentials.createSsl(Buffer.from(identities.authority.pem), null, null, {
    checkServerIdentity: () => undefined,
  });
}

describe('gRPC access table', () => {
  const cells = CALLERS.flatMap((caller) =>
    Object.entries(METHODS).map(([path, callers]) => {
      const may = (callers as readonly CallerName[]).includes(caller);
      return [caller, may ? 'calls' : 'is refused', path, may] as const;
    }),
  );
  it.each(cells)('%s %s %s', async (caller, _, path, may) => {
    const code = await call(path, shown.get(caller)!);
    expect(code).toBe(may ? status.OK : status.PERMISSION_DENIED);
  });
});

describe('gRPC server', () => {
  it.each(PATHS)('refuses %s without TLS or without a client certificate', async (path) => {
    expect(await call(path, 'without TLS')).toBe(status.UNAVAILABLE);
    expect(await call(path, 'nameless')).toBe(status.UNAVAILABLE);
  });

  const cells = PATHS.flatMap((path) =>
    CALLERS.flatMap((caller) => WORTHLESS.map((kind) => [path, caller, kind] as const)),
  );
  it.each(cells)('refuses %s to %s with a certificate that is %s', async (path, caller, kind) => {
    expect(await call(path, shown.get(`${caller} ${kind}`)!)).toBe(status.UNAVAILABLE);
  });

  it.each([
    ['that names no service', ['spiffe://casement/intruder']],
    ['of another trust domain', ['spiffe://elsewhere/install']],
    ['that names two services', ['spiffe://casement/install', 'spiffe://casement/auth']],
    ['whose name contains a second name', ['spiffe://elsewhere/a, URI:spiffe://casement/install']],
  ])('refuses every method to a certificate %s', async (name, uris) => {
    const intruder = identities.at('intruder', await identities.other(name, { uris }));
    for (const path of PATHS) expect(await call(path, intruder)).toBe(status.PERMISSION_DENIED);
  });
});

describe('gRPC client', () => {
  const cells = PATHS.flatMap((path) => {
    const owner = ownerOf(path);
    const others = CALLERS.filter((one) => one !== owner);
    const kinds = [...others, ...WORTHLESS.map((kind) => `${owner} ${kind}`)];
    return kinds.map((as) => [as, path] as const);
  });
  it.each(cells)('refuses a server with the certificate of %s, for %s', async (as, path) => {
    const caller = shown.get(METHODS[path as keyof typeof METHODS][0])!;
    const impostor = serverOf(path, as);
    expect(await call(path, caller, impostor)).toBe(status.UNAVAILABLE);
    if (!isServiceName(as)) return;
    // The certificate is valid; only its name is wrong: a caller that expects that name gets a response.
    const code = await callMethod(path, impostor.url, caller.channelCredentials(as));
    expect(code).toBe(status.OK);
  });
});

it("gRPC identity prevents the start with mismatched files or another service's certificate", async () => {
  const at = (folder: string) => () => identities.at('auth', folder);
  expect(at('/nowhere')).toThrow('cannot read tls.crt in IDENTITY_DIR');
  expect(at(identities.folder('billing'))).toThrow('does not name spiffe://casement/auth');
  await identities.write('telegram', identities.authority, { 'tls.key': 'no key' });
  expect(at(identities.folder('telegram'))).toThrow('do not match');
});
