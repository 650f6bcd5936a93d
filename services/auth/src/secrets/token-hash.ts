import { createHash } from 'node:crypto';

/** For tokens of 256 random bits: a plain hash is enough, nobody can try them all. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
