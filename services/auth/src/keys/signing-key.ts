import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { TOKEN_ALGORITHM } from '@casement/common/platform/auth/token-claims.js';

interface SigningKey {
  privateKey: KeyObject;
  kid: string;
  /** Published at `/internal/jwks.json`; contains no private part. */
  publicJwk: JWK;
}

/** Current signing key, read from the configuration before the service starts listening. */
export class SigningKeys {
  constructor(readonly current: SigningKey) {}
}

/**
 * Reads the key that signs access tokens.
 * @param text PEM (PKCS#8; `\n` may stand for a line break, as in env files) or a private JWK as JSON
 * @throws Error without any part of the key in its message
 */
export async function readSigningKey(text: string): Promise<SigningKey> {
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
