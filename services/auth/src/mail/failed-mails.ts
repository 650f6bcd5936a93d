import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { isId } from '@casement/common/data/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { FailedJobs } from '@casement/common/platform/operations/failed-jobs.js';
import { operationsErrors } from '@casement/common/platform/operations/operations.errors.js';
import { OutgoingMailRepository } from './outgoing-mail.repository.js';

/**
 * Adds mails that wait for a retry, and mails given up within the last day, to the failed jobs of this service. The
 * content of a given-up mail is erased, so it cannot be retried.
 */
@Injectable()
export class FailedMails {
  constructor(failed: FailedJobs, mails: OutgoingMailRepository, db: Database, audit: Audit) {
    failed.add({
      kind: 'mail',
      list: (limit) => mails.failed(limit),
      retry: async (id) => {
        if (!isId(id)) throw operationsErrors.jobNotFound();
        await db.transaction(async (tx) => {
          const kind = await mails.retryNow(tx, id);
          if (kind === undefined) throw operationsErrors.jobNotFound();
          await audit.record(tx, {
            action: 'mail.retried',
            target: `mail:${id}`,
            before: { kind },
          });
        });
      },
    });
  }
}
