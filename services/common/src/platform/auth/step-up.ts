import type { Actor } from '../../core/context/actor.js';

/** How old a password or code may be for what asks for one (ADR 23). */
const STEP_UP_SECONDS = 300;

/** Whether they gave a password, or where two-factor is enabled a code, within the last five minutes. */
export const isFreshlyConfirmed = ({ confirmedAt }: Pick<Actor, 'confirmedAt'>): boolean =>
  Date.now() / 1000 - confirmedAt <= STEP_UP_SECONDS;
