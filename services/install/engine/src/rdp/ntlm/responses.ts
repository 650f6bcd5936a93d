import { createHmac } from 'node:crypto';
import { md4 } from './md4.js';

export const hmacMd5 = (key: Buffer, ...parts: Buffer[]): Buffer => {
  const hmac = createHmac('md5', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
};

/** Computes NTOWFv2 (MS-NLMP 3.3.2). The domain of a local account is empty. */
export function ntKey(password: string, user: string, domain: string): Buffer {
  const hash = md4(Buffer.from(password, 'utf16le'));
  return hmacMd5(hash, Buffer.from(upperCase(user) + domain, 'utf16le'));
}

/** Upper-cases each character like Windows, so that the length stays the same (ß stays ß). */
const upperCase = (text: string): string =>
  [...text]
    .map((char) => (char.toUpperCase().length === char.length ? char.toUpperCase() : char))
    .join('');

interface NtResponse {
  response: Buffer;
  keyExchangeKey: Buffer;
}

/**
 * Implements ComputeResponse (MS-NLMP 3.3.2).
 * @param made 8 bytes each of time and random client challenge, and the encoded AV pairs
 */
export function ntResponse(
  key: Buffer,
  serverChallenge: Buffer,
  made: { timestamp: Buffer; clientChallenge: Buffer; targetInfo: Buffer },
): NtResponse {
  const { timestamp, clientChallenge, targetInfo } = made;
  const head = Buffer.from('0101000000000000', 'hex');
  const zeros = Buffer.alloc(4);
  const blob = Buffer.concat([head, timestamp, clientChallenge, zeros, targetInfo, zeros]);
  const proof = hmacMd5(key, serverChallenge, blob);
  return { response: Buffer.concat([proof, blob]), keyExchangeKey: hmacMd5(key, proof) };
}
