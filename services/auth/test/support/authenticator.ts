import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyOptions,
} from '@casement/proto/http/auth/passkeys.js';
import { PUBLIC_URL } from './auth-app.js';

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** Head of a CBOR item (RFC 8949, 3). */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);

interface Flags {
  verified?: boolean;
  origin?: string;
  rpId?: string;
}

/** Software authenticator with one ES256 passkey and a signature counter. */
export class Authenticator {
  readonly id: Buffer;
  counter = 0;
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };

  constructor(id: Buffer = randomBytes(32)) {
    this.id = id;
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  create(options: PasskeyOptions, flags: Flags = {}): PasskeyAttestation {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    // COSE key: kty EC2, alg ES256, crv P-256 (RFC 9053).
    const cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ]);
    const length = Buffer.from([this.id.length >> 8, this.id.length & 0xff]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cose]);
    const authData = Buffer.concat([this.authenticatorData(0x40, flags), attested]);
    const attestationObject = Buffer.concat([
      head(5, 3),
      text('fmt'),
      text('none'),
      text('attStmt'),
      head(5, 0),
      text('authData'),
      bytes(authData),
    ]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: b64(this.clientData('webauthn.create', options, flags)),
        attestationObject: b64(attestationObject),
        transports: ['internal'],
      },
    };
  }

  get(options: PasskeyOptions, flags: Flags & { userHandle?: string } = {}): PasskeyAssertion {
    this.counter += 1;
    const clientDataJSON = this.clientData('webauthn.get', options, flags);
    const authenticatorData = this.authenticatorData(0, flags);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: b64(clientDataJSON),
        authenticatorData: b64(authenticatorData),
        signature: b64(sign('sha256', signed, this.keys.privateKey)),
        ...(flags.userHandle !== undefined && { userHandle: flags.userHandle }),
      },
    };
  }

  private credential() {
    const id = b64(this.id);
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  private clientData(type: string, { challenge }: PasskeyOptions, { origin = PUBLIC_URL }: Flags) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private authenticatorData(
    extra: number,
    { verified = true, rpId = new URL(PUBLIC_URL).hostname }: Flags,
  ): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([0x01 | (verified ? 0x04 : 0) | extra]),
      counter,
    ]);
  }
}
