import type { EntityManager } from 'typeorm';
import { authErrors } from '@casement/common/platform/auth/auth.errors.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { idRow, row } from '@casement/common/data/database/sql.js';

/**
 * Checks that the caller's session has not ended, and keeps it from ending until `tx` ends. Services learn of ended
 * sessions only after a moment, in which the access token could still create access that outlives it. The caller has
 * locked the account.
 * @throws authErrors.sessionRevoked
 */
export async function assertSessionLive(
  tx: EntityManager,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<void> {
  const live = await row(
    tx,
    idRow,
    'SELECT id FROM session WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL FOR SHARE',
    [sessionId, userId],
  );
  if (!live) throw authErrors.sessionRevoked();
}
