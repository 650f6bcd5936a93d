import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { reviewsOf, type TopupEntity } from '../topup.entity.js';
import { TopupsRepository } from '../topups.repository.js';
import { topupErrors } from '../topups.errors.js';

/** Lists and resolves payments that need an administrator's decision; moves no money. */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly db: Database,
    private readonly topups: TopupsRepository,
    private readonly audit: Audit,
    private readonly users: UserDirectory,
  ) {}

  /** @returns a page, longest wait first, and the names of its users where auth knows them */
  async page(query: PageQuery): Promise<ListPage<TopupEntity> & { names: Map<string, string> }> {
    const page = await this.topups.pageOfReviews(query);
    return { ...page, names: await this.users.names(page.rows.map(({ userId }) => userId)) };
  }

  /**
   * Takes a payment off the list until a new report puts it back. The provider is no longer asked about it, unless only
   * another transaction was reported.
   *
   * @param note the administrator's action, for the audit log
   * @throws NOT_FOUND when it does not wait for a review
   */
  async resolve(id: string, note: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const topup = await this.topups.lockReviewed(tx, id);
      if (!topup) throw topupErrors.reviewNotFound();
      // After a mismatch the order's own transaction may still be paid, and its callback may be lost.
      const isSettled = reviewsOf(topup).some((review) => review !== 'reference_mismatch');
      const change = { review: null, reviewSince: null, ...(isSettled && { nextCheckAt: null }) };
      await this.topups.update(tx, id, change);
      await this.audit.record(tx, {
        action: 'topup.review_resolved',
        target: `topup:${id}`,
        before: { review: reviewsOf(topup).join(',') },
        after: { note },
      });
    });
  }
}
