import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { RepeatingJob } from '@casement/common/jobs/repeating-job.js';

const HOUR_MS = 3_600_000;

/**
 * What is of no use any more. Updates are kept for as long as Telegram might bring one again (it keeps them for a
 * day), links for as long as somebody may wonder why one does not work.
 */
const RUBBISH = [
  `DELETE FROM link_code WHERE expires_at < now() - interval '1 day'`,
  `DELETE FROM telegram_update WHERE worked_at < now() - interval '30 days'`,
  `DELETE FROM notice WHERE kind = 'reply' AND status <> 'waiting'
      AND created_at < now() - interval '1 day'`,
  `DELETE FROM notice WHERE status <> 'waiting' AND created_at < now() - interval '180 days'`,
];

@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly job: RepeatingJob;

  constructor(private readonly db: Database) {
    this.job = new RepeatingJob('housekeeping', HOUR_MS, () => this.clear());
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.job.stop();
  }

  async clear(): Promise<void> {
    for (const statement of RUBBISH) await this.db.query(statement);
  }
}
