import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, 43 characters; only its hash is kept. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** A plain hash is enough: nobody can try 2^256 tokens. */
export const hashRefreshToken = (token: string): Buffer =>
  createHash('sha256').update(token).digest();
