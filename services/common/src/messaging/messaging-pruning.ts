import { Injectable } from '@nestjs/common';
import { Database } from '../data/database/database.js';
import { deleteInBatches, type Deletion } from '../data/jobs/delete-in-batches.js';
import { Jobs } from '../data/jobs/jobs.js';

const EVERY_MS = 600_000;

const PUBLISHED_EVENTS: Deletion = {
  table: 'outbox',
  key: 'seq',
  where: `published_at < now() - interval '3 days'`,
};

/**
 * The stream keeps events for NATS_EVENT_DAYS, at most 28, and does not redeliver older ones. An administrator can
 * still replay an older event from the dead letters; its inbox rows stay, so that handlers that succeeded do not run
 * again.
 */
const HANDLED_EVENTS: Deletion = {
  table: 'inbox',
  key: 'consumer, event_id',
  where: `processed_at < now() - interval '30 days' AND NOT EXISTS (
    SELECT 1 FROM dead_letter WHERE message_id = inbox.event_id::text)`,
};

/** Deletes outbox and inbox rows that are no longer needed. */
@Injectable()
export class MessagingPruning {
  constructor(db: Database, jobs: Jobs) {
    jobs.every('outbox.prune', EVERY_MS, (stop) => deleteInBatches(db, PUBLISHED_EVENTS, stop));
    jobs.every('inbox.prune', EVERY_MS, (stop) => deleteInBatches(db, HANDLED_EVENTS, stop));
  }
}
