import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ActorRole } from '@casement/proto/http/security/audit.js';
import { SERVICE_NAME } from '../core/config/service-name.js';
import { currentContext, type RequestContext } from '../core/context/request-context.js';
import { Database } from '../data/database/database.js';
import { Outbox } from './outbox/outbox.js';

export interface AuditEntry {
  /** Verb and noun, e.g. `quota.adjusted`. */
  action: string;
  /** type:id of what was changed. */
  target: string;
  /** Must not contain secrets. */
  before?: unknown;
  /** Must not contain secrets. */
  after?: unknown;
  /** Defaults to the actor of the request or job. */
  actor?: AuditActor;
}

export interface AuditActor {
  /** '' if there is no account. */
  id: string;
  /** Role at the time of the action. */
  role: ActorRole;
}

/** Job, startup, or operator at the console. */
export const SYSTEM: AuditActor = { id: '', role: 'system' };
/** Caller without a session, e.g. during a sign-in. */
export const VISITOR: AuditActor = { id: '', role: 'visitor' };

export const auditActor = (id: string, admin: boolean): AuditActor => ({
  id,
  role: admin ? 'administrator' : 'customer',
});

/** Only external requests have a client address. */
function actorIn(context: RequestContext | undefined): AuditActor {
  if (context?.actor) return auditActor(context.actor.userId, context.actor.admin);
  return context?.clientAddress === undefined ? SYSTEM : VISITOR;
}

/**
 * Records who changed what. Unlike a signal, an audit entry is never lost, because it is written in the transaction
 * of the change.
 */
@Injectable()
export class Audit {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  /**
   * @param tx transaction of the change; `null` only if nothing in this database changes
   * @example await this.audit.record(tx, { action: 'quota.adjusted', target: `user:${id}`, after: { quota } });
   */
  async record(tx: EntityManager | null, entry: AuditEntry): Promise<void> {
    if (tx === null) return this.db.transaction((own) => this.record(own, entry));
    const context = currentContext();
    const actor = entry.actor ?? actorIn(context);
    await this.outbox.add(tx, 'security.audit.recorded.v1', {
      actorId: actor.id,
      actorRole: actor.role,
      action: entry.action,
      target: entry.target,
      before: toText(entry.before),
      after: toText(entry.after),
      ip: context?.clientAddress ?? '',
      service: this.service,
      ...(context?.actor?.apiKeyId !== undefined && { apiKeyId: context.actor.apiKeyId }),
    });
  }
}

const toText = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
