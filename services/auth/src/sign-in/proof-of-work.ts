import { createHash } from 'node:crypto';
import { PROOF_BITS, proofText } from '@casement/proto/http/sign-in.js';

/**
 * Whether the caller has done the work for this try to sign in: a number with which the hash begins with PROOF_BITS zeros
 * (Hashcash). The CAPTCHA takes one answer, so a proof for it is worth one try.
 */
export function isProof(captchaId: string, proof: string): boolean {
  const hash = createHash('sha256').update(proofText(captchaId, proof)).digest();
  return hash.readUInt32BE(0) >>> (32 - PROOF_BITS) === 0;
}
