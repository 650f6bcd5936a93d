import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { deleteEach, type Deletion } from '@casement/common/data/jobs/delete-in-batches.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';

const INTERVAL_MS = 10 * 60_000;
/** Days for which a network counts as known after the last session from it has expired. */
const NETWORK_MEMORY_DAYS = 60;

const EXPIRED: Deletion[] = [
  { table: 'captcha_challenge', where: 'expires_at < now()' },
  { table: 'password_reset', key: 'user_id', where: 'expires_at < now()' },
  { table: 'email_change', key: 'user_id', where: 'expires_at < now()' },
  { table: 'email_reservation', key: 'undo_hash', where: 'expires_at < now()' },
  { table: 'two_factor_challenge', key: 'id_hash', where: 'expires_at < now()' },
  { table: 'passkey_challenge', key: 'challenge_hash', where: 'expires_at < now()' },
  { table: 'device_login', where: 'expires_at < now()' },
  // Set-ups that were never enabled. Their secrets protect nothing.
  {
    table: 'two_factor',
    key: 'user_id',
    where: `enabled_at IS NULL AND created_at < now() - interval '1 day'`,
  },
  {
    table: 'email_verification',
    key: 'user_id',
    where: `expires_at < now() - interval '1 day'`,
  },
  // Tokens past the absolute expiry of their session, which are refused anyway.
  {
    table: 'refresh_token',
    key: 'token_hash',
    where: 'session_id IN (SELECT id FROM session WHERE expires_at < now())',
  },
  // Ended sessions are kept as a record of known networks. The newest session is never deleted, because a user
  // without any session counts as never signed in.
  {
    table: 'session',
    where: `expires_at < now() - interval '${NETWORK_MEMORY_DAYS} days' AND EXISTS (
      SELECT 1 FROM session newer WHERE newer.user_id = session.user_id
        AND (newer.expires_at, newer.id) > (session.expires_at, session.id))`,
  },
  // After a day no service caches the key any longer. The audit log keeps its entries.
  { table: 'api_key', where: `revoked_at < now() - interval '1 day'` },
  {
    table: 'outgoing_mail',
    where: `coalesce(sent_at, failed_at) < now() - interval '30 days'`,
  },
];

/** Deletes expired rows. Deletions are idempotent, so replicas may run it in parallel. */
@Injectable()
export class HousekeepingService {
  constructor(
    private readonly db: Database,
    jobs: Jobs,
  ) {
    jobs.every('housekeeping', INTERVAL_MS, (stop) => this.sweep(stop));
  }

  /** @throws AggregateError after all deletions were tried, if some failed */
  async sweep(stop: AbortSignal = new AbortController().signal): Promise<void> {
    await deleteEach(this.db, EXPIRED, stop);
  }
}
