import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { execute } from '../data/database/sql.js';

/**
 * Records, in the transaction of the effect, that an event was handled. JetStream delivers at least once and
 * deduplicates for two minutes only; the inbox makes any later repetition harmless.
 */
@Injectable()
export class Inbox {
  /**
   * Returns true the first time. A concurrent worker of the same event waits until the first one has committed.
   *
   * @param consumer name of the effect, unique within the service
   * @example if (!(await this.inbox.claim(tx, event.id, 'capture-holds'))) return;
   */
  async claim(tx: EntityManager, eventId: string, consumer: string): Promise<boolean> {
    const added = await execute(
      tx,
      `INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [consumer, eventId],
    );
    return added === 1;
  }
}
