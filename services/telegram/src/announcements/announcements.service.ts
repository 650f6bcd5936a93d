import { Injectable } from '@nestjs/common';
import { LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { AnnouncementEntity } from './announcement.entity.js';

const DAY_MS = 86_400_000;
/** Ended announcements are deleted after this time. */
const KEEP_MS = 90 * DAY_MS;
const MAX_LISTED = 100;

const notFound = () =>
  new DomainError('not_found', 'NOT_FOUND', 'This announcement does not exist anymore.');

/** Texts that administrators show to all customers for a time. */
@Injectable()
export class AnnouncementsService {
  constructor(
    private readonly db: Database,
    private readonly audit: Audit,
  ) {}

  /** Returns the announcements in force, the most recent first. */
  current(now = new Date()): Promise<AnnouncementEntity[]> {
    return this.db.manager.find(AnnouncementEntity, {
      where: { startsAt: LessThanOrEqual(now), endsAt: MoreThan(now) },
      order: { startsAt: 'DESC', id: 'DESC' },
    });
  }

  /** Latest start first. */
  list(): Promise<AnnouncementEntity[]> {
    return this.db.manager.find(AnnouncementEntity, {
      order: { startsAt: 'DESC', id: 'DESC' },
      take: MAX_LISTED,
    });
  }

  /** Creates or replaces an announcement, and deletes expired ones after KEEP_MS. */
  async save(announcement: AnnouncementEntity): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { id, ...after } = announcement;
      const before = await tx.findOneBy(AnnouncementEntity, { id });
      await tx.upsert(AnnouncementEntity, announcement, ['id']);
      await tx.delete(AnnouncementEntity, { endsAt: LessThan(new Date(Date.now() - KEEP_MS)) });
      await this.audit.record(tx, {
        action: 'announcement.saved',
        target: `announcement:${id}`,
        ...(before && { before }),
        after,
      });
    });
  }

  /** @throws NOT_FOUND */
  async remove(id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const before = await tx.findOneBy(AnnouncementEntity, { id });
      if (!before) throw notFound();
      await tx.delete(AnnouncementEntity, { id });
      await this.audit.record(tx, {
        action: 'announcement.deleted',
        target: `announcement:${id}`,
        before,
      });
    });
  }
}
