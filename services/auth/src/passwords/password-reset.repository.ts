import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';
import { PasswordResetEntity } from './password-reset.entity.js';

const linkOwnerRow = z.object({ userId: z.string(), username: z.string(), email: z.string() });
export type LinkOwner = z.infer<typeof linkOwnerRow>;

/** Rows of a valid link: it has not expired, and its account still has the same address and epoch. */
const VALID_LINK = `
  FROM password_reset r JOIN user_account u ON u.id = r.user_id
  WHERE r.token_hash = $1 AND r.expires_at > now() AND r.email = u.email AND r.epoch = u.epoch`;

@Injectable()
export class PasswordResetRepository {
  constructor(private readonly db: Database) {}

  /** Stores a link and invalidates the previous one. */
  async replace(tx: EntityManager, reset: PasswordResetEntity): Promise<void> {
    await tx.upsert(PasswordResetEntity, reset, ['userId']);
  }

  findOwner(tokenHash: Buffer): Promise<LinkOwner | null> {
    return row(
      this.db.manager,
      linkOwnerRow,
      `SELECT u.id AS "userId", u.username, u.email ${VALID_LINK}`,
      [tokenHash],
    );
  }

  /**
   * Consumes a valid link.
   *
   * @returns whether it was valid; only one of several parallel uses succeeds
   */
  async take(tx: EntityManager, tokenHash: Buffer): Promise<boolean> {
    const taken = await execute(
      tx,
      `DELETE FROM password_reset WHERE user_id IN (SELECT u.id ${VALID_LINK}) AND token_hash = $1`,
      [tokenHash],
    );
    return taken === 1;
  }
}
