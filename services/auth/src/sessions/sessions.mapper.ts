import type { Actor } from '@casement/common/core/context/actor.js';
import type { UserSession } from '@casement/proto/http/auth/account.js';
import type { Session } from './sessions.service.js';

export const toUserSession = (session: Session, actor: Actor): UserSession => ({
  id: session.id,
  device: session.device,
  address: session.address,
  created_at: session.createdAt.toISOString(),
  last_seen_at: session.rotatedAt.toISOString(),
  current: session.id === actor.sessionId,
});
