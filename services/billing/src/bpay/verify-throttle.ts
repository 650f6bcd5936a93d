import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { rows } from '@casement/common/data/database/sql.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { BillingConfig } from '../config.js';
import { bpayErrors } from './bpay.errors.js';

const triesRow = z.object({ tries: z.number(), wait: z.number() });

/** Limits attempts per user and clock minute across all replicas, counted in PostgreSQL. */
@Injectable()
export class VerifyThrottle {
  constructor(
    private readonly db: Database,
    private readonly config: BillingConfig,
    private readonly signals: Signals,
  ) {}

  /**
   * Uses one attempt.
   *
   * @throws RATE_LIMITED with the seconds until the next minute
   */
  async take(userId: string): Promise<void> {
    const [used] = await rows(
      this.db.manager,
      triesRow,
      `INSERT INTO bpay_verify_try AS t (user_id, minute, tries)
       VALUES ($1, date_trunc('minute', now()), 1)
       ON CONFLICT (user_id) DO UPDATE SET minute = excluded.minute,
         tries = CASE WHEN t.minute = excluded.minute THEN t.tries + 1 ELSE 1 END
       RETURNING tries, ceil(60 - extract(second FROM now()))::int AS wait`,
      [userId],
    );
    if (!used || used.tries <= this.config.BPAY_VERIFIES_PER_MINUTE) return;
    this.signals.raise({ kind: 'rate_limited', detail: 'bpay verification' });
    throw bpayErrors.tooManyVerifications(Math.max(1, used.wait));
  }
}
