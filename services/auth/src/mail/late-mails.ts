import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { isId } from '@casement/common/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { FailedJobs } from '@casement/common/operations/failed-jobs.js';
import { operationsErrors } from '@casement/common/operations/operations.errors.js';
import { OutgoingMailRepository } from './outgoing-mail.repository.js';

/**
 * Mails that were not taken yet, and those of the last day that were given up, among what failed in this service.
 * Of the latter nothing is left to send: who misses one asks for it again.
 */
@Injectable()
export class LateMails {
  constructor(failed: FailedJobs, mails: OutgoingMailRepository, db: Database, audit: Audit) {
    failed.add({
      kind: 'mail',
      list: (limit) => mails.late(limit),
      retry: async (id) => {
        if (!isId(id)) throw operationsErrors.jobNotFound();
        await db.transaction(async (tx) => {
          const kind = await mails.hurry(tx, id);
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
