import { generateKeyPairSync, sign } from 'node:crypto';
import { element, field, integer, sequence, TAG } from '../../rdp/der.js';

const bits = (content: Buffer) => element(TAG.bitString, Buffer.from([0]), content);
const SHA256_RSA = sequence(
  element(TAG.oid, Buffer.from('2a864886f70d01010b', 'hex')),
  element(0x05),
);
const utcTime = (text: string) => element(0x17, Buffer.from(text, 'latin1'));
const pem = (kind: string, der: Buffer) =>
  `-----BEGIN ${kind}-----\n${der.toString('base64')}\n-----END ${kind}-----\n`;

export interface TestCertificate {
  key: string;
  cert: string;
  /** Public key in the encoding that CredSSP binds. */
  publicKey: Buffer;
}

/** Creates a self-signed certificate like Windows at its first start. */
export function selfSigned(): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = sequence();
  const toBeSigned = sequence(
    field(0, integer(2)),
    integer(1),
    SHA256_RSA,
    name,
    sequence(utcTime('250101000000Z'), utcTime('450101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const cert = sequence(toBeSigned, SHA256_RSA, bits(sign('sha256', toBeSigned, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', cert),
    publicKey: publicKey.export({ type: 'pkcs1', format: 'der' }),
  };
}
