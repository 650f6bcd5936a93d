import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { row } from '@casement/common/data/database/sql.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import type { FailureCode } from '@casement/install-engine/failures.js';
import { AddressLimit, installErrors } from './installs.errors.js';

/** Wrong root passwords in an hour, of one user: more is guessing, and a failed try costs nothing. */
const MAX_BY_USER = 10;
/** And of the rows of one user's batches, each another machine: some of 200 passwords are mistyped. */
const MAX_IN_BATCHES = 40;
/** And on one address, of all users: high enough that a stranger's few tries shut no owner out. */
const MAX_ON_ADDRESS = 20;
const HOUR_MS = 3_600_000;

/** A key cannot be guessed: a refused one is none of them. */
export const WRONG_PASSWORD: readonly FailureCode[] = ['SSH_AUTH_FAILED', 'SSH_USER_AUTH_FAILED'];

/** Which VPSs a user may have us sign in to: for an install and for a check alike. */
@Injectable()
export class VpsTargets {
  constructor(
    private readonly addresses: AddressPolicy,
    private readonly signals: Signals,
  ) {}

  /** @throws ADDRESS_REFUSED */
  acceptAddress({ userId }: Actor, ip: string): void {
    const verdict = this.addresses.check(ip);
    if (verdict.ok) return;
    this.signals.raise({ kind: 'address_refused', userId, detail: ip });
    throw verdict.reason === 'own'
      ? installErrors.ownAddress(ip)
      : installErrors.addressRefused(ip);
  }

  /** @param inBatch for a row of a batch, whose wrong passwords are counted apart @throws RATE_LIMITED */
  async refuseGuessing(
    tx: EntityManager,
    { userId }: Actor,
    ip: string,
    inBatch = false,
  ): Promise<void> {
    const { byUser, inBatches, onAddress } = await wrongPasswords(tx, userId, ip);
    const isTooMany = inBatch ? inBatches >= MAX_IN_BATCHES : byUser >= MAX_BY_USER;
    if (isTooMany) throw installErrors.tooManyWrongPasswords(DomainError);
    if (onAddress >= MAX_ON_ADDRESS) throw installErrors.tooManyWrongPasswords(AddressLimit);
  }
}

const wrongCounts = z.object({
  byUser: z.number(),
  inBatches: z.number(),
  onAddress: z.number(),
});

/** Installs and checks of this user, and on this address, that ended within the hour by a wrong root password. */
async function wrongPasswords(
  tx: EntityManager,
  userId: string,
  ip: string,
): Promise<z.infer<typeof wrongCounts>> {
  const counts = await row(
    tx,
    wrongCounts,
    `SELECT count(*) FILTER (WHERE user_id = $1 AND batch_id IS NULL)::int AS "byUser",
            count(*) FILTER (WHERE user_id = $1 AND batch_id IS NOT NULL)::int AS "inBatches",
            count(*) FILTER (WHERE ip = $2)::int AS "onAddress"
     FROM (
       SELECT user_id, ip, NULL::uuid AS batch_id FROM install
       WHERE status_changed_at > $3 AND status = 'failed' AND (user_id = $1 OR ip = $2)
         AND engine_state->'failure'->>'code' = ANY ($4)
       UNION ALL
       SELECT user_id, ip, batch_id FROM vps_check
       WHERE finished_at > $3 AND status = 'failed' AND (user_id = $1 OR ip = $2)
         AND state->'failure'->>'code' = ANY ($4)
     ) AS wrong`,
    [userId, ip, new Date(Date.now() - HOUR_MS), WRONG_PASSWORD],
  );
  return counts ?? { byUser: 0, inBatches: 0, onAddress: 0 };
}
