import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { randomToken, sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';

/** 43 characters in base64url; Telegram accepts at most 64. */
const CODE_BYTES = 32;
/** Maximum number of open codes per user, because several tabs may each have one. */
const MAX_OPEN = 5;

const linkCode = z.object({
  userId: z.string(),
  usedAt: z.date().nullable(),
  expired: z.boolean(),
});
type LinkCode = z.infer<typeof linkCode>;

/** Secrets in links to the bot. Only their hashes are stored. */
@Injectable()
export class LinkCodesRepository {
  constructor(private readonly db: Database) {}

  async create(tx: EntityManager, userId: string, minutes: number): Promise<string> {
    const code = randomToken(CODE_BYTES);
    await execute(
      tx,
      `INSERT INTO link_code (code_hash, user_id, expires_at)
       VALUES ($1, $2, now() + make_interval(mins => $3))`,
      [sha256Hex(code), userId, minutes],
    );
    await execute(
      tx,
      `DELETE FROM link_code WHERE user_id = $1 AND used_at IS NULL AND code_hash NOT IN (
         SELECT code_hash FROM link_code WHERE user_id = $1 AND used_at IS NULL
          ORDER BY created_at DESC LIMIT $2)`,
      [userId, MAX_OPEN],
    );
    return code;
  }

  /** Locks the code so that a concurrent use finds it used. */
  find(tx: EntityManager, code: string): Promise<LinkCode | null> {
    return row(
      tx,
      linkCode,
      `SELECT user_id AS "userId", used_at AS "usedAt", expires_at <= now() AS expired
         FROM link_code WHERE code_hash = $1 FOR UPDATE`,
      [sha256Hex(code)],
    );
  }

  /** Marks the code as used and deletes the user's other open codes. */
  async use(tx: EntityManager, code: string, userId: string): Promise<void> {
    await execute(tx, 'UPDATE link_code SET used_at = now() WHERE code_hash = $1', [
      sha256Hex(code),
    ]);
    await this.deleteOpen(tx, userId);
  }

  async deleteOpen(tx: EntityManager, userId: string): Promise<void> {
    await execute(tx, 'DELETE FROM link_code WHERE user_id = $1 AND used_at IS NULL', [userId]);
  }

  /** Returns the owner of a code, even if it is expired or used. */
  async ownerOf(code: string): Promise<string | undefined> {
    const found = await row(
      this.db.manager,
      linkCode.pick({ userId: true }),
      'SELECT user_id AS "userId" FROM link_code WHERE code_hash = $1',
      [sha256Hex(code)],
    );
    return found?.userId;
  }
}
