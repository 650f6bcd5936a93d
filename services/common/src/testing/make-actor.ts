import type { Actor } from '../core/context/actor.js';
import { newId } from '../data/database/new-id.js';

/** Returns a customer who has just signed in, with the given fields replaced. */
export const makeActor = (fields: Partial<Actor> = {}): Actor => ({
  userId: newId(),
  sessionId: newId(),
  admin: false,
  needsTwoFactor: false,
  confirmedAt: Math.floor(Date.now() / 1000),
  epoch: 0,
  ...fields,
});
