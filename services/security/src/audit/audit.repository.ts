import { Injectable } from '@nestjs/common';
import type { AuditQuery } from '@casement/proto/http/security.js';
import { Database } from '@casement/common/database/database.js';
import { isId } from '@casement/common/database/new-id.js';
import { offsetOf } from '@casement/common/http/reply.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

@Injectable()
export class AuditRepository {
  constructor(private readonly db: Database) {}

  /** The id is the event's: an entry that is there already stays as it is. */
  async add(entry: AuditEntryEntity): Promise<void> {
    await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(AuditEntryEntity)
      .values(entry)
      .orIgnore()
      .execute();
  }

  /** Newest first. */
  async page(query: AuditQuery): Promise<{ rows: AuditEntryEntity[]; total: number }> {
    if (query.actor !== '' && !isId(query.actor)) return { rows: [], total: 0 };
    const find = this.db.manager.createQueryBuilder(AuditEntryEntity, 'entry').where('true');
    const { action, target, actor } = query;
    // The beginning letter by letter: `_` and `%` are part of some actions.
    if (action !== '') find.andWhere('starts_with(entry.action, :action)', { action });
    if (target !== '') find.andWhere('entry.target = :target', { target });
    if (actor !== '') find.andWhere('entry.actorId = :actor', { actor });
    const [rows, total] = await find
      .orderBy('entry.occurredAt', 'DESC')
      .addOrderBy('entry.id', 'DESC')
      .take(query.pageSize)
      .skip(offsetOf(query))
      .getManyAndCount();
    return { rows, total };
  }
}
