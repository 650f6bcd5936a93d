import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SERVICE_NAME } from '../bootstrap/tokens.js';
import { currentContext } from '../context/request-context.js';
import { Database } from '../database/database.js';
import { Outbox } from './outbox.js';

export interface AuditEntry {
  /** verb.noun, e.g. `quota.adjusted`. */
  action: string;
  /** type:id of what was changed. */
  target: string;
  /** Without secrets. */
  before?: unknown;
  /** Without secrets. */
  after?: unknown;
  /** The signed-in user unless given; '' is the system. */
  actorId?: string;
}

/** Records who changed what. Unlike a signal it is never lost: it is part of the change. */
@Injectable()
export class Audit {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  /**
   * @param tx the change's own transaction; null only where nothing in this database changes
   * @example await this.audit.record(tx, { action: 'quota.adjusted', target: `user:${id}`, after: { quota } });
   */
  async record(tx: EntityManager | null, entry: AuditEntry): Promise<void> {
    if (tx === null) return this.db.transaction((own) => this.record(own, entry));
    const context = currentContext();
    await this.outbox.add(tx, 'security.audit.recorded.v1', {
      actorId: entry.actorId ?? context?.actor?.userId ?? '',
      action: entry.action,
      target: entry.target,
      before: toText(entry.before),
      after: toText(entry.after),
      ip: context?.clientAddress ?? '',
      service: this.service,
    });
  }
}

const toText = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
