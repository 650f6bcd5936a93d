import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../data/database/database.js';
import { execute } from '../data/database/sql.js';

/**
 * Records, in the transaction of the effect, that an event was handled. JetStream delivers at least once and
 * deduplicates for two minutes only; the inbox makes any later repetition harmless.
 */
@Injectable()
export class Inbox {
  constructor(private readonly db: Database) {}

  /**
   * Commits the effect of an event, except if that was done before. A concurrent worker of the same event waits until
   * the first one has committed.
   *
   * @param consumer name of the effect, unique within the service
   */
  async once(
    eventId: string,
    consumer: string,
    effect: (tx: EntityManager) => Promise<void>,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      const added = await execute(
        tx,
        `INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
        [consumer, eventId],
      );
      if (added === 1) await effect(tx);
    });
  }
}
