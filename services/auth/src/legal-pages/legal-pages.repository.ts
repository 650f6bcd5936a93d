import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row, rows } from '@casement/common/data/database/sql.js';
import { LEGAL_PAGES, legalPageName, type LegalPageName } from '@casement/proto/http/auth/legal.js';
import { LegalVersionEntity } from './legal-version.entity.js';
import { TermsAcceptanceEntity } from './terms-acceptance.entity.js';

const publishedRow = z.object({
  page: legalPageName,
  version: z.number(),
  publishedAt: z.date(),
});
export type PublishedPage = z.infer<typeof publishedRow>;

const pendingTerms = z.object({
  version: z.number(),
  changeEn: z.string(),
  changeId: z.string(),
});
export type PendingTerms = z.infer<typeof pendingTerms>;

export type LegalTexts = Pick<
  LegalVersionEntity,
  'textEn' | 'textId' | 'changeEn' | 'changeId' | 'asksAcceptance'
>;

const MAX_LISTED_VERSIONS = 50;

@Injectable()
export class LegalPagesRepository {
  constructor(private readonly db: Database) {}

  /** Current version of each published page, in the order of LEGAL_PAGES. */
  async findPublished(): Promise<PublishedPage[]> {
    const found = await rows(
      this.db.manager,
      publishedRow,
      `SELECT DISTINCT ON (page) page, version, published_at AS "publishedAt" FROM legal_version
       WHERE published_at IS NOT NULL ORDER BY page, version DESC`,
    );
    return found.sort((a, b) => LEGAL_PAGES.indexOf(a.page) - LEGAL_PAGES.indexOf(b.page));
  }

  findDraft(
    page: LegalPageName,
    tx: EntityManager = this.db.manager,
  ): Promise<LegalVersionEntity | null> {
    return tx.findOneBy(LegalVersionEntity, { page, publishedAt: IsNull() });
  }

  /** Newest first. */
  findVersions(
    page: LegalPageName,
    take = MAX_LISTED_VERSIONS,
    tx: EntityManager = this.db.manager,
  ): Promise<LegalVersionEntity[]> {
    return tx.find(LegalVersionEntity, {
      where: { page, publishedAt: Not(IsNull()) },
      order: { version: 'DESC' },
      take,
    });
  }

  /** Serializes changes of a page until `tx` ends. */
  async lock(tx: EntityManager, page: LegalPageName): Promise<void> {
    await execute(tx, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `legal_version:${page}`,
    ]);
  }

  async save(tx: EntityManager, version: LegalVersionEntity): Promise<void> {
    await tx.save(LegalVersionEntity, version);
  }

  /**
   * Returns the changes of the newest terms that ask for acceptance, unless the user has accepted them or newer ones.
   * `version` is the current one, which the page shows and which is accepted, even if it does not ask itself.
   */
  findPendingTerms(userId: string): Promise<PendingTerms | null> {
    return row(
      this.db.manager,
      pendingTerms,
      `SELECT (SELECT max(version) FROM legal_version WHERE page = 'terms' AND published_at IS NOT NULL) AS version,
              change_en AS "changeEn", change_id AS "changeId" FROM (
         SELECT * FROM legal_version
         WHERE page = 'terms' AND asks_acceptance AND published_at IS NOT NULL
         ORDER BY version DESC LIMIT 1) asked
       WHERE NOT EXISTS (
         SELECT 1 FROM terms_acceptance WHERE user_id = $1 AND version >= asked.version)`,
      [userId],
    );
  }

  async accept(tx: EntityManager, userId: string, version: number): Promise<void> {
    await execute(
      tx,
      'INSERT INTO terms_acceptance (user_id, version) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [userId, version],
    );
  }

  findAcceptances(userId: string): Promise<TermsAcceptanceEntity[]> {
    return this.db.manager.find(TermsAcceptanceEntity, {
      where: { userId },
      order: { version: 'DESC' },
    });
  }

  /** Locks the newest terms whose mails to owners of API keys are not finished. */
  findWithDueMails(tx: EntityManager): Promise<LegalVersionEntity | null> {
    return tx.findOne(LegalVersionEntity, {
      where: { page: 'terms', mailedUpTo: Not(IsNull()) },
      order: { version: 'DESC' },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }
}
