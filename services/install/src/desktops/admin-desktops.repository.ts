import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DesktopsQuery } from '@casement/proto/http/install/desktops/desktops.js';
import { condition, escapeLike, type Condition } from '@casement/common/data/database/condition.js';
import { newestIdFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities, type ListPage } from '@casement/common/data/database/list-page.js';
import { DesktopSessionEntity } from './desktop-session.entity.js';

/** Desktops of all users, without unused tickets. */
@Injectable()
export class AdminDesktopsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. */
  page({ status, search, user, ...page }: DesktopsQuery): Promise<ListPage<DesktopSessionEntity>> {
    return listEntities(this.db.manager, DesktopSessionEntity, {
      where: [
        condition`opened_at IS NOT NULL`,
        status === 'open' && condition`ended_at IS NULL`,
        status === 'ended' && condition`ended_at IS NOT NULL`,
        user !== undefined && condition`user_id = ${user}`,
        search !== '' && matching(search),
      ],
      orderBy: newestIdFirst,
      page,
    });
  }

  lock(tx: EntityManager, id: string): Promise<DesktopSessionEntity | null> {
    return tx.findOne(DesktopSessionEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
  }
}

/** Matches addresses and the username of the install's owner. */
function matching(search: string): Condition {
  const pattern = `%${escapeLike(search.toLowerCase())}%`;
  return condition`host LIKE ${pattern} OR lower(client_address) LIKE ${pattern}
    OR EXISTS (SELECT 1 FROM install WHERE install.id = install_id AND lower(username) LIKE ${pattern})`;
}
