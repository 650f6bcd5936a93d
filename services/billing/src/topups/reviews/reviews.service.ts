import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { reviewsOf, type TopupEntity } from '../topup.entity.js';
import { TopupsRepository } from '../topups.repository.js';
import { topupErrors } from '../topups.errors.js';

/** Payments that need an administrator's decision. They are listed and resolved here; money is moved elsewhere. */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly db: Database,
    private readonly topups: TopupsRepository,
    private readonly audit: Audit,
    private readonly users: UserDirectory,
  ) {}

  /** @returns a page, ordered by waiting time, and the names of its users as far as auth knows them */
  async page(query: PageQuery): Promise<ListPage<TopupEntity> & { names: Map<string, string> }> {
    const page = await this.topups.pageOfReviews(query);
    return { ...page, names: await this.users.names(page.rows.map(({ userId }) => userId)) };
  }

  /**
   * Takes a payment off the list. The gateway is asked no more about it, unless it was another transaction that was
   * reported; a new report of it, not one that we have, puts it back.
   *
   * @param note what was done, for the audit log
   * @throws NOT_FOUND when it does not wait for a review (any more)
   */
  async resolve(id: string, note: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const topup = await this.topups.lockReviewed(tx, id);
      if (!topup) throw topupErrors.reviewNotFound();
      // The order's own transaction may still be paid, and its callback get lost.
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
