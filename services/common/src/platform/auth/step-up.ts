import type { Actor } from '../../core/context/actor.js';

/** Maximum age in seconds of a password or code confirmation (ADR 23). */
const STEP_UP_SECONDS = 300;

/** Returns whether the user gave a password, or a code if two-factor is enabled, within the last five minutes. */
export const isFreshlyConfirmed = ({ confirmedAt }: Pick<Actor, 'confirmedAt'>): boolean =>
  Date.now() / 1000 - confirmedAt <= STEP_UP_SECONDS;
