import { PROOF_BITS, proofText } from '@casement/proto/http/auth/sign-in.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Hashes between two looks at the page: a few milliseconds, so that it stays usable. */
const BATCH = 2_000;

/**
 * The work that the server asks of each try to sign in while an account is under attack: a number with which the hash
 * begins with PROOF_BITS zeros. The browser's own SHA-256 answers later and is slower for texts as short as these.
 */
export async function prove(captchaId: string): Promise<string> {
  const encoder = new TextEncoder();
  for (let number = 0; ; number += 1) {
    const hash = sha256(encoder.encode(proofText(captchaId, String(number))));
    const first = ((hash[0]! << 24) | (hash[1]! << 16) | (hash[2]! << 8) | hash[3]!) >>> 0;
    if (first >>> (32 - PROOF_BITS) === 0) return String(number);
    if (number % BATCH === BATCH - 1) await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
