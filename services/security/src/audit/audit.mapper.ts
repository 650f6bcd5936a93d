import type { ActorRole, AuditEntry } from '@casement/proto/http/security/audit.js';
import type { UserSummary } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { isId } from '@casement/common/data/database/new-id.js';
import type { AuditEntryEntity } from './audit-entry.entity.js';

export function toAuditEntry(
  entry: AuditEntryEntity,
  found: ReadonlyMap<string, UserSummary> | null,
): AuditEntry {
  const users = found ?? new Map<string, UserSummary>();
  const nameOf = (id: string | null) => (id === null ? null : (users.get(id)?.username ?? null));
  return {
    id: entry.id,
    actorId: entry.actorId,
    actorRole: entry.actorRole ?? olderRole(entry, users),
    actorName: nameOf(entry.actorId),
    apiKeyId: entry.apiKeyId,
    action: entry.action,
    target: entry.target,
    targetName: nameOf(userIdFromTarget(entry.target)),
    namesKnown: found !== null,
    before: readJson(entry.before),
    after: readJson(entry.after),
    ip: entry.ip ?? '',
    service: entry.service,
    createdAt: entry.occurredAt.toISOString(),
  };
}

/** Returns the user ID of a `user:<id>` target, otherwise null. */
export function userIdFromTarget(target: string): string | null {
  const id = target.startsWith('user:') ? target.slice('user:'.length) : '';
  return isId(id) ? id : null;
}

/**
 * Derives the role for entries of 0.1.0, which did not store it, from the user's current role. Without an actor, it
 * is `visitor` if there is a client address and `system` otherwise.
 */
function olderRole(
  { actorId, ip }: AuditEntryEntity,
  users: ReadonlyMap<string, UserSummary>,
): ActorRole | null {
  if (actorId === null) return ip === null ? 'system' : 'visitor';
  const user = users.get(actorId);
  if (!user) return null;
  return user.admin ? 'administrator' : 'customer';
}

function readJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
