import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../../data/database/database.js';
import { newId } from '../../data/database/new-id.js';
import { bigintColumn, execute, idRow, one, row, rows } from '../../data/database/sql.js';

const countRow = z.object({ count: bigintColumn });
const workRow = z.object({ id: z.string(), subject: z.string(), envelope: z.string() });
const letterRow = z.object({
  id: z.string(),
  consumer: z.string(),
  subject: z.string(),
  messageId: z.string(),
  /** The message's message, as it failed the last time. */
  error: z.string(),
  deliveries: z.number(),
  deadAt: z.date(),
  replayRequestedAt: z.date().nullable(),
});

export type DeadLetter = z.infer<typeof letterRow>;

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

/** Events whose handlers failed at every delivery, kept until an operator replays them. */
@Injectable()
export class DeadLetters {
  constructor(private readonly db: Database) {}

  async add(letter: NewDeadLetter): Promise<void> {
    await execute(
      this.db.manager,
      `INSERT INTO dead_letter (id, consumer, message_id, subject, envelope, error, deliveries)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (consumer, message_id)
         DO UPDATE SET error = excluded.error, deliveries = excluded.deliveries, dead_at = now()`,
      [
        newId(),
        // Two handlers of one event are tried together, so they die together.
        `${letter.consumer}:${letter.subject}`,
        letter.messageId,
        letter.subject,
        letter.envelope,
        textOf(letter.error),
        letter.deliveries,
      ],
    );
  }

  /** Newest first. */
  list(limit = 100): Promise<DeadLetter[]> {
    return rows(
      this.db.manager,
      letterRow,
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

  /** As `replay`, within a change. Null for one that was asked for already, is under way, or is gone. */
  askForReplay(tx: EntityManager, id: string): Promise<DeadLetter | null> {
    return row(
      tx,
      letterRow,
      `UPDATE dead_letter SET replay_requested_at = now()
        WHERE id = (SELECT id FROM dead_letter WHERE id = $1 AND replay_requested_at IS NULL
                     FOR UPDATE SKIP LOCKED) RETURNING ${COLUMNS}`,
      [id],
    );
  }

  /** Removes it permanently. Null for one that is under way, or is gone. */
  discard(tx: EntityManager, id: string): Promise<DeadLetter | null> {
    return row(
      tx,
      letterRow,
      `DELETE FROM dead_letter
        WHERE id = (SELECT id FROM dead_letter WHERE id = $1 FOR UPDATE SKIP LOCKED)
        RETURNING ${COLUMNS}`,
      [id],
    );
  }

  /**
   * Asks the running service to work it once more; it leaves the list if that succeeds.
   *
   * @returns how many were asked for
   */
  replay(which: { id: string } | 'all'): Promise<number> {
    return execute(
      this.db.manager,
      `UPDATE dead_letter SET replay_requested_at = now() WHERE $1::uuid IS NULL OR id = $1::uuid`,
      [which === 'all' ? null : which.id],
    );
  }

  /**
   * Takes one that is to be replayed and works it under a row lock, so that one replica does.
   *
   * @returns false if there is none
   */
  async replayOne(work: (subject: string, envelope: string) => Promise<void>): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const letter = await row(
        tx,
        workRow,
        `SELECT id, subject, envelope FROM dead_letter
          WHERE replay_requested_at IS NOT NULL
          ORDER BY dead_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      if (!letter) return false;
      try {
        await work(letter.subject, letter.envelope);
        await execute(tx, `DELETE FROM dead_letter WHERE id = $1`, [letter.id]);
      } catch (error) {
        await execute(
          tx,
          `UPDATE dead_letter SET replay_requested_at = NULL, error = $2,
                  deliveries = deliveries + 1, dead_at = now() WHERE id = $1`,
          [letter.id, textOf(error)],
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
