import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { Throttle, type Limit } from '@casement/common/data/throttle/throttle.js';
import type { EventContext } from '@casement/common/messaging/event-context.js';
import { withProductName } from '@casement/proto/texts/product-name.js';
import { BrandService } from '../brand/brand.service.js';
import { DeletedUsersService } from '../deleted-users/deleted-users.service.js';
import type { NewNotice, Reply, TestMessage } from './notice.js';
import {
  NoticesRepository,
  type HistoryNotice,
  type LatestNotice,
  type Outcome,
} from './notices.repository.js';
import { escapeText } from './telegram-html.js';

export type { HistoryNotice, LatestNotice };

/** Limit of test messages per user, over both channels. */
const TESTS: Limit = { name: 'test-messages', burst: 5, everySeconds: 12 };
/** Maximum wait for the outcome of a test message, below the browser's timeout of 10 s. */
const TEST_MS = 8_000;
const POLL_MS = 100;

const notFound = () =>
  new DomainError('not_found', 'NOT_FOUND', 'This notification does not exist.');

@Injectable()
export class NoticesService {
  private notifySender: () => void = () => undefined;

  constructor(
    private readonly db: Database,
    private readonly notices: NoticesRepository,
    private readonly deletedUsers: DeletedUsersService,
    private readonly throttle: Throttle,
    private readonly brand: BrandService,
  ) {}

  /** @param listener called after this process has added a message; the transaction may still be open */
  onAdded(listener: () => void): void {
    this.notifySender = listener;
  }

  /** Records a notice. Idempotent by event ID. A deleted user gets no notices. */
  async record(event: Pick<EventContext, 'id' | 'occurredAt'>, notice: NewNotice): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (await this.deletedUsers.isDeleted(tx, notice.userId)) return;
      await this.notices.insert(tx, event, notice);
    });
    this.notifySender();
  }

  async reply(tx: EntityManager, reply: Reply): Promise<void> {
    const html = await this.named(reply.html, tx);
    await this.notices.insertReply(tx, { ...reply, html });
    this.notifySender();
  }

  /**
   * Sends a test message through the queue, in order with the user's notices, and waits for its outcome.
   *
   * @returns an outcome that is still `waiting` if the message could not be sent in time and was withdrawn
   * @throws RATE_LIMITED
   */
  async sendTest(message: TestMessage): Promise<Outcome> {
    const id = await this.db.transaction(async (tx) => {
      await this.throttle.take(TESTS, message.userId, tx);
      const title = await this.named(message.title, tx);
      return this.notices.insertTest(tx, { ...message, title });
    });
    this.notifySender();
    const end = performance.now() + TEST_MS;
    for (;;) {
      const outcome = await this.notices.outcomeOf(id);
      if (!outcome) throw notFound();
      if (outcome.status !== 'waiting') return outcome;
      if (outcome.error !== null || performance.now() > end) {
        await this.notices.withdraw(id);
        return outcome;
      }
      await setTimeout(POLL_MS);
    }
  }

  /** Inserts the name of the product into the text of a message. */
  private async named(html: string, tx: EntityManager): Promise<string> {
    return withProductName(html, escapeText(await this.brand.name(tx)));
  }

  latest(userId: string, limit: number): Promise<LatestNotice[]> {
    return this.notices.latest(userId, limit);
  }

  /** Returns a user's notifications of events, newest first, and whether they are read. */
  page(userId: string, query: PageQuery): Promise<ListPage<HistoryNotice>> {
    return this.notices.page(userId, query);
  }

  /**
   * Marks all notices up to this one as read.
   *
   * @throws NOT_FOUND, also for another user's notice
   */
  async markRead(userId: string, noticeId: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (await this.deletedUsers.isDeleted(tx, userId)) throw notFound();
      if (!(await this.notices.readUntil(tx, userId, noticeId))) throw notFound();
    });
  }
}
