import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { bigintColumn, one } from '@casement/common/data/database/sql.js';
import { Metrics } from '@casement/common/core/metrics/metrics.js';

const mailsRow = z.object({
  waiting: bigintColumn,
  oldest: z.coerce.number(),
  failed: bigintColumn,
});

@Injectable()
export class MailMetrics implements OnModuleInit {
  private readonly waiting;
  private readonly oldest;
  private readonly failed;

  constructor(
    private readonly metrics: Metrics,
    private readonly db: Database,
  ) {
    this.waiting = metrics.gauge({
      name: 'casement_mails_waiting',
      help: 'Mails that have not been handed to the mail server yet.',
    });
    this.oldest = metrics.gauge({
      name: 'casement_mails_oldest_seconds',
      help: 'For how long the oldest of them has waited; 0 without one.',
    });
    this.failed = metrics.gauge({
      name: 'casement_mails_failed_recently',
      help: 'Mails of the last hour that were given up.',
    });
  }

  onModuleInit(): void {
    const gauges = [this.waiting, this.oldest, this.failed];
    this.metrics.addReading({ name: 'mails', gauges, read: () => this.read() });
  }

  private async read(): Promise<void> {
    const mails = await one(
      this.db.manager,
      mailsRow,
      `SELECT count(*) AS waiting,
              coalesce(extract(epoch FROM now() - min(created_at)), 0) AS oldest,
              (SELECT count(*) FROM outgoing_mail WHERE failed_at > now() - interval '1 hour') AS failed
         FROM outgoing_mail WHERE sent_at IS NULL AND failed_at IS NULL`,
    );
    this.waiting.set(mails.waiting);
    this.oldest.set(Math.max(0, mails.oldest));
    this.failed.set(mails.failed);
  }
}
