import type { Actor } from '../core/context/actor.js';
import { newId } from '../data/database/new-id.js';

/** A customer who has just signed in, unless the fields say otherwise. */
export const makeActor = (fields: Partial<Actor> = {}): Actor => ({
  userId: newId(),
  sessionId: newId(),
  admin: false,
  needsTwoFactor: false,
  confirmedAt: Math.floor(Date.now() / 1000),
  epoch: 0,
  ...fields,
});
