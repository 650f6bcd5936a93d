import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import type { SignalEntity } from './signal.entity.js';

@Injectable()
export class SignalsRepository {
  constructor(private readonly db: Database) {}

  /** Signals that are there already stay as they are: their id is the event's. */
  async add(signals: SignalEntity[]): Promise<void> {
    if (signals.length === 0) return;
    await this.db.query(
      `INSERT INTO signal (id, kind, ip, user_id, service, detail, occurred_at)
       SELECT * FROM jsonb_to_recordset($1::jsonb)
         AS s(id uuid, kind text, ip text, "userId" uuid, service text, detail text, "occurredAt" timestamptz)
       ON CONFLICT (id) DO NOTHING`,
      [JSON.stringify(signals)],
    );
  }
}
