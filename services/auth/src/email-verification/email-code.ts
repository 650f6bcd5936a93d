import { randomInt } from 'node:crypto';

/** Lifetime of a code (SPEC §9). */
export const CODE_MINUTES = 15;
export const MAX_CODE_TRIES = 5;

/** Returns six digits, as the form's message says (SPEC §5, §9). */
export const newEmailCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
