import { randomInt } from 'node:crypto';

/** SPEC §9: six characters, 15 minutes. */
export const CODE_MINUTES = 15;
/** Wrong codes until a new one has to be asked for. */
export const MAX_CODE_TRIES = 5;

/** Six digits, since the form's message speaks of digits (SPEC §5). */
export const newEmailCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
