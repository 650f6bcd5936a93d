import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, createOperator, createUser, type KeyPair } from '@nats-io/nkeys';
import { connect } from '@nats-io/transport-node';
import { natsServers } from '@casement/common/messaging/nats-servers.js';
import { LocalAuthority, writeIdentity } from '@casement/local/certificates.js';
import { DedicatedNats } from '@casement/local/testing/dedicated-nats.js';

describe('NATS server with client certificates and operator accounts', () => {
  it('accepts only connections with both NATS_TLS_DIR and NATS_CREDS_FILE', async () => {
    const authority = await LocalAuthority.create();
    const folder = mkdtempSync(join(tmpdir(), 'casement-nats-creds-'));
    writeIdentity(folder, await authority.issue({ uris: [], names: ['localhost'] }));
    writeFileSync(join(folder, 'ca.crt'), authority.pem);
    const own = operatorAccount();
    writeFileSync(join(folder, 'auth.creds'), own.userCredentials);
    const file = (name: string) => JSON.stringify(join(folder, name));
    const server = await DedicatedNats.start([
      ...own.serverLines,
      `tls { cert_file: ${file('tls.crt')}, key_file: ${file('tls.key')}, ca_file: ${file('ca.crt')}, verify: true }`,
    ]);
    const address = server.url.replace('127.0.0.1', 'localhost');
    const NATS_TLS_DIR = folder;
    const NATS_CREDS_FILE = join(folder, 'auth.creds');
    const connection = await connect({
      ...serversOf(address, { NATS_TLS_DIR, NATS_CREDS_FILE }),
      reconnect: false,
    });
    await connection.flush();
    await connection.close();
    await expect(
      connect({ ...serversOf(address, { NATS_TLS_DIR }), reconnect: false }),
    ).rejects.toThrow(/authorization/i);
    for (const name of ['tls.crt', 'tls.key']) rmSync(join(folder, name));
    await expect(
      connect({ ...serversOf(address, { NATS_TLS_DIR, NATS_CREDS_FILE }), reconnect: false }),
    ).rejects.toThrow();
    await server.close();
    rmSync(folder, { recursive: true });
  });
});

const serversOf = (NATS_URL: string, files: object) =>
  natsServers({ NATS_URL, NATS_CREDS_FILE: '', NATS_TLS_DIR: '', ...files });

/** Creates an operator with one account and one user like nsc does: JWTs signed by nkeys. */
function operatorAccount() {
  const [operator, system, account, user] = [
    createOperator(),
    createAccount(),
    createAccount(),
    createUser(),
  ];
  const jwt = (subject: KeyPair, by: KeyPair, nats: object) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = {
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1000),
      iss: by.getPublicKey(),
      sub: subject.getPublicKey(),
      nats: { version: 2, ...nats },
    };
    const signed = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(claims)}`;
    const signature = Buffer.from(by.sign(Buffer.from(signed))).toString('base64url');
    return `${signed}.${signature}`;
  };
  const none = -1;
  const limits = {
    subs: none,
    data: none,
    payload: none,
    imports: none,
    exports: none,
    conn: none,
    leaf: none,
  };
  const preloaded = [system, account].map(
    (of) => `${of.getPublicKey()}: ${jwt(of, operator, { type: 'account', limits })}`,
  );
  const userJwt = jwt(user, account, { type: 'user', subs: none, data: none, payload: none });
  const seed = Buffer.from(user.getSeed()).toString();
  return {
    serverLines: [
      `operator: ${jwt(operator, operator, { type: 'operator' })}`,
      `resolver: MEMORY`,
      // JetStream does not start without a system account.
      `system_account: ${system.getPublicKey()}`,
      `resolver_preload: { ${preloaded.join(', ')} }`,
    ],
    userCredentials: `-----BEGIN NATS USER JWT-----\n${userJwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
  };
}
