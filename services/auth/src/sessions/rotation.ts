/** How long the immediate predecessor of the current refresh token may still be used. */
export const GRACE_SECONDS = 30;
/** How long a session lives, however often it is refreshed (ASVS 5.0, 10.4.8). */
export const SESSION_DAYS = 30;

export interface RotationState {
  /** Grows by one with every rotation; each refresh token carries the one it was made for. */
  generation: number;
  /** When the current generation began. */
  rotatedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

export type RotationVerdict =
  /** The current token: it is spent now, and the next generation begins. */
  | 'rotate'
  /** Its immediate predecessor, within the grace: a second tab or a lost answer. */
  | 'sibling'
  /** Spent: there is a copy of it, so the whole family ends. */
  | 'reused'
  | 'ended';

/** Decides what a refresh token of the given generation may do. */
export function evaluateRefresh(
  session: RotationState,
  tokenGeneration: number,
  now: Date,
): RotationVerdict {
  if (session.revokedAt !== null || session.expiresAt <= now) return 'ended';
  if (tokenGeneration === session.generation) return 'rotate';
  const sinceRotation = now.getTime() - session.rotatedAt.getTime();
  const immediate = tokenGeneration === session.generation - 1;
  return immediate && sinceRotation <= GRACE_SECONDS * 1000 ? 'sibling' : 'reused';
}
