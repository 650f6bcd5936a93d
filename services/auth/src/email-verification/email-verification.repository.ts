import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { row } from '@casement/common/data/database/sql.js';
import { MAX_CODE_TRIES } from './email-code.js';
import { EmailVerificationEntity } from './email-verification.entity.js';

const codeRow = z.object({ id: z.string(), email: z.string(), codeHash: z.instanceof(Buffer) });
type SentCode = z.infer<typeof codeRow>;

@Injectable()
export class EmailVerificationRepository {
  async replace(tx: EntityManager, verification: EmailVerificationEntity): Promise<void> {
    await tx.upsert(EmailVerificationEntity, verification, ['userId']);
  }

  /**
   * Counts a try before the code is compared. Locks the row so that parallel guesses are counted one by one.
   * @returns null if there is no code, or it has expired or was tried too often
   */
  countTry(tx: EntityManager, userId: string): Promise<SentCode | null> {
    return row(
      tx,
      codeRow,
      `UPDATE email_verification SET tries = tries + 1
       WHERE user_id = $1 AND tries < $2 AND expires_at > now()
       RETURNING id, email, code_hash AS "codeHash"`,
      [userId, MAX_CODE_TRIES],
    );
  }

  /** Finds the user's unexpired code by the link in its mail. */
  findByLink(
    tx: EntityManager,
    userId: string,
    linkHash: Buffer,
  ): Promise<EmailVerificationEntity | null> {
    return tx.findOneBy(EmailVerificationEntity, {
      userId,
      linkHash,
      expiresAt: MoreThan(new Date()),
    });
  }

  async remove(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(EmailVerificationEntity, { userId });
  }
}
