import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../../data/database/database.js';
import { newId } from '../../data/database/new-id.js';
import { bigintColumn, execute, idRow, one, row, rows } from '../../data/database/sql.js';

const countRow = z.object({ count: bigintColumn });
const workRow = z.object({ id: z.string(), subject: z.string(), envelope: z.string() });
const deadLetterRow = z.object({
  id: z.string(),
  consumer: z.string(),
  subject: z.string(),
  messageId: z.string(),
  /** Error message of the last try. */
  error: z.string(),
  deliveries: z.number(),
  deadAt: z.date(),
  replayRequestedAt: z.date().nullable(),
});

export type DeadLetter = z.infer<typeof deadLetterRow>;

export interface NewDeadLetter {
  consumer: string;
  messageId: string;
  subject: string;
  envelope: string;
  error: unknown;
  deliveries: number;
}

const COLUMNS = `id, consumer, subject, message_id AS "messageId", error, deliveries,
  dead_at AS "deadAt", replay_requested_at AS "replayRequestedAt"`;
const MAX_ERROR_LENGTH = 2_000;

/** Events whose handlers failed on every delivery, kept until an operator replays them. */
@Injectable()
export class DeadLetters {
  constructor(private readonly db: Database) {}

  async add(deadLetter: NewDeadLetter): Promise<void> {
    await execute(
      this.db.manager,
      `INSERT INTO dead_letter (id, consumer, message_id, subject, envelope, error, deliveries)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (consumer, message_id)
         DO UPDATE SET error = excluded.error, deliveries = excluded.deliveries, dead_at = now()`,
      [
        newId(),
        // All handlers of an event succeed or fail together, so there is one dead letter per event and not per
        // handler.
        `${deadLetter.consumer}:${deadLetter.subject}`,
        deadLetter.messageId,
        deadLetter.subject,
        deadLetter.envelope,
        textOf(deadLetter.error),
        deadLetter.deliveries,
      ],
    );
  }

  /** Returns the newest letters first. */
  list(limit = 100): Promise<DeadLetter[]> {
    return rows(
      this.db.manager,
      deadLetterRow,
      `SELECT ${COLUMNS} FROM dead_letter ORDER BY dead_at DESC, id DESC LIMIT $1`,
      [limit],
    );
  }

  async count(): Promise<number> {
    return (await one(this.db.manager, countRow, 'SELECT count(*) FROM dead_letter')).count;
  }

  async exists(tx: EntityManager, id: string): Promise<boolean> {
    return (await row(tx, idRow, `SELECT id FROM dead_letter WHERE id = $1`, [id])) !== null;
  }

  /**
   * Like `replay`, within a transaction. Returns `null` if a replay is already requested or in progress, or the
   * letter is gone.
   */
  requestReplay(tx: EntityManager, id: string): Promise<DeadLetter | null> {
    return row(
      tx,
      deadLetterRow,
      `UPDATE dead_letter SET replay_requested_at = now()
        WHERE id = (SELECT id FROM dead_letter WHERE id = $1 AND replay_requested_at IS NULL
                     FOR UPDATE SKIP LOCKED) RETURNING ${COLUMNS}`,
      [id],
    );
  }

  /** Deletes a letter permanently. Returns `null` if it is being replayed or no longer exists. */
  discard(tx: EntityManager, id: string): Promise<DeadLetter | null> {
    return row(
      tx,
      deadLetterRow,
      `DELETE FROM dead_letter
        WHERE id = (SELECT id FROM dead_letter WHERE id = $1 FOR UPDATE SKIP LOCKED)
        RETURNING ${COLUMNS}`,
      [id],
    );
  }

  /**
   * Makes the running service retry the letter. The letter is removed if the try succeeds.
   *
   * @returns number of requested replays
   */
  replay(which: { id: string } | 'all'): Promise<number> {
    return execute(
      this.db.manager,
      `UPDATE dead_letter SET replay_requested_at = now() WHERE $1::uuid IS NULL OR id = $1::uuid`,
      [which === 'all' ? null : which.id],
    );
  }

  /**
   * Replays one requested letter under a row lock, so that a single replica works on it.
   *
   * @returns false if no letter is waiting
   */
  async replayOne(work: (subject: string, envelope: string) => Promise<void>): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const deadLetter = await row(
        tx,
        workRow,
        `SELECT id, subject, envelope FROM dead_letter
          WHERE replay_requested_at IS NOT NULL
          ORDER BY dead_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      if (!deadLetter) return false;
      try {
        await work(deadLetter.subject, deadLetter.envelope);
        await execute(tx, `DELETE FROM dead_letter WHERE id = $1`, [deadLetter.id]);
      } catch (error) {
        await execute(
          tx,
          `UPDATE dead_letter SET replay_requested_at = NULL, error = $2,
                  deliveries = deliveries + 1, dead_at = now() WHERE id = $1`,
          [deadLetter.id, textOf(error)],
        );
      }
      return true;
    });
  }
}

function textOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
  return text.slice(0, MAX_ERROR_LENGTH);
}
