import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { deleteEach, type Deletion } from '@casement/common/data/jobs/delete-in-batches.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { OLD_REVOCATIONS } from '@casement/common/platform/auth/access-revocations.js';

const HOUR_MS = 3_600_000;

/**
 * Telegram repeats updates for up to a day, so handled updates must be kept longer than that. Expired link codes are
 * kept for a day, so that they are reported as expired instead of unknown.
 */
const EXPIRED: readonly Deletion[] = [
  OLD_REVOCATIONS,
  { table: 'link_code', where: `expires_at < now() - interval '1 day'`, key: 'code_hash' },
  {
    table: 'telegram_update',
    where: `handled_at < now() - interval '30 days'`,
    key: 'bot, update_id',
  },
  {
    table: 'notice',
    where: `kind = 'reply' AND status <> 'waiting' AND created_at < now() - interval '1 day'`,
  },
];

@Injectable()
export class HousekeepingService {
  constructor(jobs: Jobs, db: Database) {
    jobs.every('housekeeping', HOUR_MS, (stop) => deleteEach(db, EXPIRED, stop));
  }
}
