import { randomBytes } from 'node:crypto';

/** Random, and with a character of each kind that the password rules ask for. */
export const madeUpPassword = (): string => `${randomBytes(15).toString('base64url')}!aA1`;
