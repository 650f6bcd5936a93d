import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import { newId } from '../data/database/new-id.js';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER } from '../platform/auth/token-claims.js';

export interface TokenSubject {
  userId?: string;
  sessionId?: string;
  admin?: boolean;
  epoch?: number;
  /** Age of the password or code confirmation; 0 by default. */
  confirmedSecondsAgo?: number;
  needsTwoFactor?: boolean;
  /** Negative for an expired token; 900 by default. */
  expiresInSeconds?: number;
}

export interface TestTokens {
  /** URL that serves the public keys like auth does. */
  jwksUrl: string;
  token(subject?: TokenSubject): string;
  /** Signs with a new key from now on. The old keys stay published unless `withdraw` is set. */
  rotate(options?: { withdraw?: boolean }): void;
  readonly fetches: number;
  /** While true, the key server responds with 500. */
  down: boolean;
  close(): Promise<void>;
}

interface Key {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** Creates real keys behind a real JWKS URL, so that guards under test verify real signatures. */
export async function testTokens(): Promise<TestTokens> {
  let keys: [Key, ...Key[]] = [newKey()];
  let fetches = 0;
  const state = { down: false };
  const server = createServer((_, response) => {
    fetches += 1;
    if (state.down) return void response.writeHead(500).end();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: keys.map(toJwk) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    jwksUrl: `http://127.0.0.1:${port}/internal/jwks.json`,
    token: (subject = {}) => sign(keys[0], subject),
    rotate: ({ withdraw = false } = {}) => {
      keys = [newKey(), ...(withdraw ? [] : keys)];
    },
    get fetches() {
      return fetches;
    },
    get down() {
      return state.down;
    },
    set down(value: boolean) {
      state.down = value;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function newKey(): Key {
  return { kid: newId(), ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}

function toJwk({ kid, publicKey }: Key): object {
  return { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: TOKEN_ALGORITHM };
}

function sign(key: Key, subject: TokenSubject): string {
  const { userId = newId(), sessionId = newId(), admin = false, epoch = 0 } = subject;
  const { confirmedSecondsAgo = 0, needsTwoFactor = false } = subject;
  const claims = {
    sid: sessionId,
    epoch,
    admin: admin ? 1 : 0,
    auth_time: Math.floor(Date.now() / 1000) - confirmedSecondsAgo,
    needs_2fa: needsTwoFactor ? 1 : 0,
  };
  return jwt.sign(claims, key.privateKey, {
    algorithm: TOKEN_ALGORITHM,
    keyid: key.kid,
    subject: userId,
    issuer: TOKEN_ISSUER,
    audience: TOKEN_AUDIENCE,
    expiresIn: subject.expiresInSeconds ?? 900,
  });
}
