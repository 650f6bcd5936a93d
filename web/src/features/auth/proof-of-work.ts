import { PROOF_BITS, proofText } from '@casement/proto/http/auth/sign-in.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Hashes between two yields to the page: a few milliseconds, so that it stays responsive. */
const BATCH = 2_000;

/**
 * Computes the proof of work that the server requires for sign-in attempts while an account is under attack: a nonce
 * whose hash begins with PROOF_BITS zero bits. A custom SHA-256 is used because the browser's is asynchronous and
 * slower for short texts.
 */
export async function solveProofOfWork(captchaId: string): Promise<string> {
  const encoder = new TextEncoder();
  for (let number = 0; ; number += 1) {
    const hash = sha256(encoder.encode(proofText(captchaId, String(number))));
    const first = ((hash[0]! << 24) | (hash[1]! << 16) | (hash[2]! << 8) | hash[3]!) >>> 0;
    if (first >>> (32 - PROOF_BITS) === 0) return String(number);
    if (number % BATCH === BATCH - 1) await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
