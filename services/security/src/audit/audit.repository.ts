import { Injectable } from '@nestjs/common';
import type { AuditQuery } from '@casement/proto/http/security/audit.js';
import { condition } from '@casement/common/data/database/condition.js';
import { newestFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities } from '@casement/common/data/database/list-page.js';
import { isId } from '@casement/common/data/database/new-id.js';
import { execute } from '@casement/common/data/database/sql.js';
import { startsWithText } from '../ip-condition.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

@Injectable()
export class AuditRepository {
  constructor(private readonly db: Database) {}

  /** Does nothing if the entry exists, because its ID is that of the event, which may be redelivered. */
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
  page({ action, target, actor, from, to, ...page }: AuditQuery) {
    return listEntities(this.db.manager, AuditEntryEntity, {
      where: [
        // Escaped, because actions contain `_`.
        action !== '' && condition`action LIKE ${startsWithText(action)}`,
        target !== '' && condition`target = ${target}`,
        actor !== '' && (isId(actor) ? condition`actor_id = ${actor}` : condition`false`),
        from !== undefined && condition`occurred_at >= ${midnight(from)}`,
        to !== undefined && condition`occurred_at < ${midnight(to)} + interval '1 day'`,
      ],
      orderBy: newestFirst('occurred_at'),
      page,
    });
  }

  /**
   * Erases the profile texts and API key names of a deleted user. Other entries stay, because they contain only the
   * user's opaque ID.
   */
  async eraseProfileTexts(userId: string): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE audit_entry SET before = '', after = ''
        WHERE (target = 'user:' || $1::text AND action = 'profile.updated')
           OR (actor_id = $1::text::uuid AND action = 'api_key.created')`,
      [userId],
    );
  }
}

/** Midnight in Jakarta, which has no daylight saving time. */
const midnight = (day: string) => condition`(${day}::date::timestamp AT TIME ZONE 'Asia/Jakarta')`;
