import { X509Certificate } from 'node:crypto';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { readElements, readOne, TAG } from './der.js';
import { RdpProtocolError } from './protocol-error.js';

export interface ServerCertificate {
  /** Hash as 64 hex digits. */
  sha256: string;
  /** Bits of subjectPublicKey, to which CredSSP binds. */
  publicKey: Buffer;
}

/** @param raw DER @throws RdpProtocolError if it is invalid or its key type is unknown */
export function readCertificate(raw: Buffer): ServerCertificate {
  const [, bits] = readElements(readOne(publicKeyOf(raw), TAG.sequence));
  return {
    sha256: sha256Hex(raw),
    // The first byte of a bit string is the number of unused bits, always 0 here.
    publicKey: bits!.content.subarray(1),
  };
}

function publicKeyOf(raw: Buffer): Buffer {
  try {
    return new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' });
  } catch {
    throw new RdpProtocolError('a certificate that can’t be read');
  }
}
