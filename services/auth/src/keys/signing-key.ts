import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { TOKEN_ALGORITHM } from '@casement/common/platform/auth/token-claims.js';

interface SigningKey {
  privateKey: KeyObject;
  kid: string;
  /** Published at `/internal/jwks.json`; contains no private part. */
  publicJwk: JWK;
}

/** Keys of access tokens, read from the configuration before the service starts listening. */
export class SigningKeys {
  constructor(private readonly keys: readonly SigningKey[]) {}

  /** Key that signs new tokens. */
  get current(): SigningKey {
    return this.keys[0]!;
  }

  /** All public keys that other services use to verify tokens. */
  get publicJwks(): JWK[] {
    return this.keys.map(({ publicJwk }) => publicJwk);
  }
}

/**
 * Reads the keys of access tokens. The first one signs. Further ones are only published, so that during a rotation
 * the tokens of both keys are valid in every replica.
 * @param text PEM (PKCS#8; `\n` may stand for a line break, as in env files), several separated by commas, or a
 * private JWK as JSON
 * @throws Error without any part of a key in its message
 */
export async function readSigningKeys(text: string): Promise<SigningKeys> {
  const keys = text.trim().startsWith('{') ? [text] : text.split(',');
  return new SigningKeys(await Promise.all(keys.map(readSigningKey)));
}

async function readSigningKey(text: string): Promise<SigningKey> {
  const privateKey = parse(text);
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new Error('JWT_SIGNING_KEY must be a P-256 key');
  }
  const { kty, crv, x, y } = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint({ kty, crv, x, y });
  return {
    privateKey,
    kid,
    publicJwk: { kty, crv, x, y, kid, alg: TOKEN_ALGORITHM, use: 'sig' },
  };
}

function parse(text: string): KeyObject {
  const trimmed = text.trim();
  try {
    return trimmed.startsWith('{')
      ? createPrivateKey({ key: JSON.parse(trimmed) as JsonWebKey, format: 'jwk' })
      : createPrivateKey(trimmed.replaceAll('\\n', '\n'));
  } catch {
    // Omits the cause, because its message may quote the key.
    throw new Error('JWT_SIGNING_KEY is neither a PEM nor a JWK private key');
  }
}
