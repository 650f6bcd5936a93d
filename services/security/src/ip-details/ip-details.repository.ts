import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';

const DAYS = 30;
const MOST_EVENTS = 20;
const MOST_ACCOUNTS = 50;

export interface SignalSummary {
  kind: string;
  count: number;
  last: Date;
}

export interface SignalLine {
  kind: string;
  service: string;
  detail: string;
  occurredAt: Date;
}

/** What is known of one address (or /64); a network of several has no signals of its own. */
@Injectable()
export class IpDetailsRepository {
  constructor(private readonly db: Database) {}

  signals(source: string): Promise<SignalSummary[]> {
    return this.db.query<SignalSummary>(
      `SELECT kind, sum(count)::int AS count, max(occurred_at) AS last FROM signal
        WHERE source = $1 AND occurred_at > now() - interval '${DAYS} days'
        GROUP BY kind ORDER BY count DESC, kind`,
      [source],
    );
  }

  async accounts(source: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT DISTINCT user_id AS id FROM signal
        WHERE source = $1 AND user_id IS NOT NULL AND occurred_at > now() - interval '${DAYS} days'
        LIMIT ${MOST_ACCOUNTS}`,
      [source],
    );
    return rows.map(({ id }) => id);
  }

  events(source: string): Promise<SignalLine[]> {
    return this.db.query<SignalLine>(
      `SELECT kind, service, detail, occurred_at AS "occurredAt" FROM signal
        WHERE source = $1 ORDER BY occurred_at DESC LIMIT ${MOST_EVENTS}`,
      [source],
    );
  }

  async graceUntil(source: string): Promise<Date | null> {
    const [row] = await this.db.query<{ until: Date | null }>(
      'SELECT grace_until AS until FROM standing WHERE key = $1 AND grace_until > now()',
      [source],
    );
    return row?.until ?? null;
  }
}
