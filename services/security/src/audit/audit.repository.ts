import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import type { AuditQuery } from '@casement/proto/http/security/audit.js';
import { Database } from '@casement/common/database/database.js';
import { isId } from '@casement/common/database/new-id.js';
import { offsetOf } from '@casement/common/http/reply.js';
import { beginning } from '../ip-filter.js';
import { TallyRepository } from '../tally/tally.repository.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

/** Beyond it a filter is not counted further: looking at every match would cost what the index saves. */
const MOST_COUNTED = 1_000;

@Injectable()
export class AuditRepository {
  constructor(
    private readonly db: Database,
    private readonly tally: TallyRepository,
  ) {}

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

  /** Newest first. With a filter the total ends at MOST_COUNTED. */
  async page(query: AuditQuery): Promise<{ rows: AuditEntryEntity[]; total: number }> {
    const { action, target, actor } = query;
    if (actor !== '' && !isId(actor)) return { rows: [], total: 0 };
    const isWhole = action === '' && target === '' && actor === '';
    const offset = offsetOf(query);
    const place = isWhole
      ? await this.tally.placeOf('audit_entry', offset)
      : { before: null, skip: offset };
    const find = this.filtered(query);
    const total = isWhole ? await this.total() : await this.countUpToMost(find);
    if (!place) return { rows: [], total };
    if (place.before) find.andWhere('entry.occurredAt < :before', { before: place.before });
    const rows = await find
      .orderBy('entry.occurredAt', 'DESC')
      .addOrderBy('entry.id', 'DESC')
      .limit(query.pageSize)
      .offset(place.skip)
      .getMany();
    return { rows, total };
  }

  private filtered({ action, target, actor }: AuditQuery): SelectQueryBuilder<AuditEntryEntity> {
    const find = this.db.manager.createQueryBuilder(AuditEntryEntity, 'entry').where('true');
    // `_` and `%` are part of some actions.
    if (action !== '') find.andWhere('entry.action LIKE :action', { action: beginning(action) });
    if (target !== '') find.andWhere('entry.target = :target', { target });
    if (actor !== '') find.andWhere('entry.actorId = :actor', { actor });
    return find;
  }

  private async total(): Promise<number> {
    const [tallied] = await this.tally.counts('audit_entry');
    return tallied?.rows ?? 0;
  }

  private async countUpToMost(find: SelectQueryBuilder<AuditEntryEntity>): Promise<number> {
    const matches = find.clone().select('1').limit(MOST_COUNTED);
    const [sql, parameters] = matches.getQueryAndParameters();
    const [{ total }] = await this.db.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (${sql}) AS matches`,
      parameters,
    );
    return total;
  }
}
