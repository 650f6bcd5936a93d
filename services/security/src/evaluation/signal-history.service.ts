import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { idRow, rows } from '@casement/common/data/database/sql.js';

const DAYS = 30;
const MAX_EVENTS = 20;
const MAX_ACCOUNTS = 50;

const summaryRow = z.object({ kind: z.string(), count: z.number(), last: z.date() });
const eventRow = z.object({
  kind: z.string(),
  service: z.string(),
  detail: z.string(),
  occurredAt: z.date(),
});

/** Reads the signals of an address (or of its /64). Signals are not stored for wider networks. */
@Injectable()
export class SignalHistoryService {
  constructor(private readonly db: Database) {}

  signals(source: string) {
    return rows(
      this.db.manager,
      summaryRow,
      `SELECT kind, sum(count)::int AS count, max(occurred_at) AS last FROM signal
        WHERE source = $1 AND occurred_at > now() - interval '${DAYS} days'
        GROUP BY kind ORDER BY count DESC, kind`,
      [source],
    );
  }

  async accounts(source: string): Promise<string[]> {
    const accounts = await rows(
      this.db.manager,
      idRow,
      `SELECT DISTINCT user_id AS id FROM signal
        WHERE source = $1 AND user_id IS NOT NULL AND occurred_at > now() - interval '${DAYS} days'
        LIMIT ${MAX_ACCOUNTS}`,
      [source],
    );
    return accounts.map(({ id }) => id);
  }

  events(source: string) {
    return rows(
      this.db.manager,
      eventRow,
      `SELECT kind, service, detail, occurred_at AS "occurredAt" FROM signal
        WHERE source = $1 ORDER BY occurred_at DESC LIMIT ${MAX_EVENTS}`,
      [source],
    );
  }
}
