import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { execute } from '../data/database/sql.js';

/**
 * Remembers, with the effect and in its transaction, that an event was worked. JetStream delivers
 * at least once and dedupes for two minutes only; this is what makes any later repetition harmless.
 */
@Injectable()
export class Inbox {
  /**
   * True the first time. A second worker of the same event waits here until the first has committed.
   *
   * @param consumer names the effect; unique within the service
   * @example if (!(await this.inbox.once(tx, event.id, 'capture-holds'))) return;
   */
  async once(tx: EntityManager, eventId: string, consumer: string): Promise<boolean> {
    const added = await execute(
      tx,
      `INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [consumer, eventId],
    );
    return added === 1;
  }
}
