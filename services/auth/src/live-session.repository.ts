import type { EntityManager } from 'typeorm';
import { authErrors } from '@casement/common/platform/auth/auth.errors.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { idRow, row } from '@casement/common/data/database/sql.js';

/**
 * Checks that the caller's session has not ended and locks its row until `tx` ends. Services learn of a revocation with
 * a delay, during which the access token could still create an API key or another long-lived credential. The caller
 * must hold the lock on the account's row.
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
