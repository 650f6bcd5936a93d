import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { hashToken } from '../secrets/token-hash.js';

/** 256 random bits, 43 characters; only its hash is kept. */
export const newRefreshToken = (): string => randomToken();

export const hashRefreshToken = hashToken;
