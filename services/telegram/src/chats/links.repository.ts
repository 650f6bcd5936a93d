import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import { LinkEntity } from './link.entity.js';

@Injectable()
export class LinksRepository {
  constructor(private readonly db: Database) {}

  byUsers(userIds: string[]): Promise<LinkEntity[]> {
    return this.db.manager.findBy(LinkEntity, { userId: In(userIds) });
  }

  byUser(userId: string, tx = this.db.manager): Promise<LinkEntity | null> {
    return tx.findOneBy(LinkEntity, { userId });
  }

  byTelegramUser(telegramUserId: string, tx = this.db.manager): Promise<LinkEntity | null> {
    return tx.findOneBy(LinkEntity, { telegramUserId });
  }

  /** Serializes link changes until `tx` ends, so that two users cannot link the same account concurrently. */
  async lock(tx: EntityManager): Promise<void> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtextextended('telegram links', 0))`);
  }

  async insert(
    tx: EntityManager,
    link: Pick<LinkEntity, 'userId' | 'telegramUserId' | 'username' | 'displayName'>,
  ): Promise<void> {
    await tx.insert(LinkEntity, { ...link, notificationsEnabled: true });
  }

  async remove(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(LinkEntity, userId);
  }

  /** @returns false if the user has no link */
  async setNotifications(tx: EntityManager, userId: string, enabled: boolean): Promise<boolean> {
    const { affected } = await tx.update(LinkEntity, userId, { notificationsEnabled: enabled });
    return affected === 1;
  }
}
