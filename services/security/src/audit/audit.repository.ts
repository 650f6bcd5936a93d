import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
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
}
