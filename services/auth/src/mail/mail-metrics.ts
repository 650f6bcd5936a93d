import { Injectable } from '@nestjs/common';
import { SqlGauges } from '@casement/common/data/database/sql-gauges.js';

@Injectable()
export class MailMetrics {
  constructor(gauges: SqlGauges) {
    gauges.add({
      reading: 'mails',
      gauges: {
        waiting: {
          name: 'casement_mails_waiting',
          help: 'Mails that have not been handed to the mail server.',
        },
        oldest: {
          name: 'casement_mails_oldest_seconds',
          help: 'Age of the oldest in seconds; 0 if there is none.',
        },
        failed: {
          name: 'casement_mails_failed_recently',
          help: 'Mails abandoned within the last hour.',
        },
      },
      sql: `SELECT count(*) AS waiting,
              coalesce(extract(epoch FROM now() - min(created_at)), 0) AS oldest,
              (SELECT count(*) FROM outgoing_mail WHERE failed_at > now() - interval '1 hour') AS failed
         FROM outgoing_mail WHERE sent_at IS NULL AND failed_at IS NULL`,
    });
  }
}
