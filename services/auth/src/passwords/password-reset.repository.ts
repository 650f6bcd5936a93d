import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';
import { PasswordResetEntity } from './password-reset.entity.js';

const linkOwnerRow = z.object({ userId: z.string(), username: z.string(), email: z.string() });
export type LinkOwner = z.infer<typeof linkOwnerRow>;

/** A link is good until it expires, and while its account has the same address and epoch. */
const GOOD_LINK = `
  FROM password_reset r JOIN user_account u ON u.id = r.user_id
  WHERE r.token_hash = $1 AND r.expires_at > now() AND r.email = u.email AND r.epoch = u.epoch`;

@Injectable()
export class PasswordResetRepository {
  constructor(private readonly db: Database) {}

  /** Takes the place of an earlier link. */
  async replace(tx: EntityManager, reset: PasswordResetEntity): Promise<void> {
    await tx.upsert(PasswordResetEntity, reset, ['userId']);
  }

  /** Whose password a link may reset, if it is good. */
  findOwner(tokenHash: Buffer): Promise<LinkOwner | null> {
    return row(
      this.db.manager,
      linkOwnerRow,
      `SELECT u.id AS "userId", u.username, u.email ${GOOD_LINK}`,
      [tokenHash],
    );
  }

  /**
   * Uses a link up, if it is still good: of parallel uses one wins.
   * @returns whether it was
   */
  async take(tx: EntityManager, tokenHash: Buffer): Promise<boolean> {
    const taken = await execute(
      tx,
      `DELETE FROM password_reset WHERE user_id IN (SELECT u.id ${GOOD_LINK}) AND token_hash = $1`,
      [tokenHash],
    );
    return taken === 1;
  }
}
