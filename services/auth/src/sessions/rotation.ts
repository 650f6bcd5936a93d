/** Grace period for the predecessor of the current refresh token. */
const GRACE_SECONDS = 30;
/** Lifetime of a session, which refreshes do not extend (ASVS 5.0, 10.4.8). */
export const SESSION_DAYS = 30;

export interface RotationState {
  /** Incremented by every rotation. Each refresh token has the generation it was issued for. */
  generation: number;
  rotatedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

type RotationVerdict =
  /** Current token: it becomes spent and the next generation begins. */
  | 'rotate'
  /** Predecessor of the current token within the grace period, e.g. from a second tab or after a lost response. */
  | 'sibling'
  /** Spent token, which must have been copied, so all tokens of the session become invalid. */
  | 'reused'
  | 'ended';

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
