import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { LegalPageName } from '@casement/proto/http/auth/legal.js';
import { legalErrors } from './legal-pages.errors.js';
import {
  LegalPagesRepository,
  type LegalTexts,
  type PendingTerms,
  type PublishedPage,
} from './legal-pages.repository.js';
import type { LegalVersionEntity } from './legal-version.entity.js';
import type { TermsAcceptanceEntity } from './terms-acceptance.entity.js';

const NOBODY = '00000000-0000-0000-0000-000000000000';

export type { PendingTerms };

/** Version of a page for features that only read it. */
export type LegalVersion = LegalVersionEntity;

@Injectable()
export class LegalPagesService {
  constructor(
    private readonly db: Database,
    private readonly pages: LegalPagesRepository,
    private readonly audit: Audit,
  ) {}

  /** Returns the current version of each published page. */
  published(): Promise<PublishedPage[]> {
    return this.pages.findPublished();
  }

  async findCurrent(page: LegalPageName): Promise<LegalVersion | null> {
    const [current] = await this.pages.findVersions(page, 1);
    return current ?? null;
  }

  /** @throws legalErrors.notPublished */
  async getCurrent(page: LegalPageName): Promise<LegalVersion> {
    const current = await this.findCurrent(page);
    if (!current) throw legalErrors.notPublished();
    return current;
  }

  async forAdmin(page: LegalPageName) {
    const [draft, versions] = await Promise.all([
      this.pages.findDraft(page),
      this.pages.findVersions(page),
    ]);
    return { draft, versions };
  }

  /** Replaces the draft; of two administrators who save concurrently, the later one wins. */
  async saveDraft(page: LegalPageName, texts: LegalTexts): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.pages.lock(tx, page);
      const [current] = await this.pages.findVersions(page, 1, tx);
      const version = (current?.version ?? 0) + 1;
      await this.pages.save(tx, { page, version, ...texts, publishedAt: null, mailedUpTo: null });
    });
  }

  /**
   * Publishes the texts that the administrator has seen, not a draft that may have changed since. Idempotent: an
   * unchanged text keeps its version.
   */
  async publish(page: LegalPageName, texts: LegalTexts): Promise<PublishedPage> {
    return this.db.transaction(async (tx) => {
      await this.pages.lock(tx, page);
      const asksAcceptance = page === 'terms' && texts.asksAcceptance;
      const [current] = await this.pages.findVersions(page, 1, tx);
      if (current && isSame(current, { ...texts, asksAcceptance })) {
        return { page, version: current.version, publishedAt: current.publishedAt! };
      }
      const version = (current?.version ?? 0) + 1;
      const publishedAt = new Date();
      const mailedUpTo = asksAcceptance ? NOBODY : null;
      await this.pages.save(tx, {
        page,
        version,
        ...texts,
        asksAcceptance,
        publishedAt,
        mailedUpTo,
      });
      await this.audit.record(tx, {
        action: 'legal_page.published',
        target: `legal_page:${page}`,
        after: { version, asks_acceptance: asksAcceptance },
      });
      return { page, version, publishedAt };
    });
  }

  pendingTerms(userId: string): Promise<PendingTerms | null> {
    return this.pages.findPendingTerms(userId);
  }

  /** @throws legalErrors.outdated unless it is the current version */
  async acceptTerms(userId: string, version: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      // Keeps a newer version from being published between the check and the commit.
      await this.pages.lock(tx, 'terms');
      const [current] = await this.pages.findVersions('terms', 1, tx);
      if (current?.version !== version) throw legalErrors.outdated();
      await this.pages.accept(tx, userId, version);
    });
  }

  /** Records that a new user has accepted the current terms, if there are any. */
  async acceptCurrentTerms(tx: EntityManager, userId: string): Promise<void> {
    const [current] = await this.pages.findVersions('terms', 1, tx);
    if (current) await this.pages.accept(tx, userId, current.version);
  }

  acceptances(userId: string): Promise<TermsAcceptanceEntity[]> {
    return this.pages.findAcceptances(userId);
  }

  /** Locks terms whose mails to owners of API keys are due, or returns `null`. */
  findWithDueMails(tx: EntityManager): Promise<LegalVersion | null> {
    return this.pages.findWithDueMails(tx);
  }

  /** @param mailedUpTo `null` if all were mailed */
  async setMailedUpTo(
    tx: EntityManager,
    version: LegalVersion,
    mailedUpTo: string | null,
  ): Promise<void> {
    await this.pages.save(tx, { ...version, mailedUpTo });
  }
}

const isSame = (version: LegalVersionEntity, texts: LegalTexts): boolean =>
  Object.entries(texts).every(([name, value]) => version[name as keyof LegalTexts] === value);
