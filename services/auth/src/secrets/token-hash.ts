import { createHash } from 'node:crypto';

/** For tokens of 256 random bits: a plain hash is enough, they cannot all be tried. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
