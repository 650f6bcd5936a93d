import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { one } from '@casement/common/data/database/sql.js';

const triesRow = z.object({ tries: z.number(), wait: z.number() });

@Injectable()
export class VerifyThrottleRepository {
  constructor(private readonly db: Database) {}

  /**
   * Adds an attempt.
   *
   * @returns the attempts in this clock minute and the seconds until the next one
   */
  add(userId: string): Promise<z.output<typeof triesRow>> {
    return one(
      this.db.manager,
      triesRow,
      `INSERT INTO bpay_verify_try AS t (user_id, minute, tries)
       VALUES ($1, date_trunc('minute', now()), 1)
       ON CONFLICT (user_id) DO UPDATE SET minute = excluded.minute,
         tries = CASE WHEN t.minute = excluded.minute THEN t.tries + 1 ELSE 1 END
       RETURNING tries, ceil(60 - extract(second FROM now()))::int AS wait`,
      [userId],
    );
  }
}
