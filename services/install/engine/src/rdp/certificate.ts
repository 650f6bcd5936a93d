import { X509Certificate } from 'node:crypto';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { readElements, readOne, TAG } from './der.js';
import { RdpProtocolError } from './protocol-error.js';

export interface ServerCertificate {
  /** 64 hex digits. */
  sha256: string;
  /** The bits of its subjectPublicKey, as CredSSP binds them. */
  publicKey: Buffer;
}

/** @param raw the certificate in DER @throws RdpProtocolError where it is none, or has a key of no known kind */
export function readCertificate(raw: Buffer): ServerCertificate {
  const [, bits] = readElements(readOne(publicKeyOf(raw), TAG.sequence));
  return {
    sha256: sha256Hex(raw),
    // A bit string begins with the number of bits that are not used: none.
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
