import { Injectable } from '@nestjs/common';
import { MoreThan, MoreThanOrEqual, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { row } from '@casement/common/data/database/sql.js';
import { MAX_CODE_TRIES } from '../email-verification/email-code.js';
import { EmailChangeEntity } from './email-change.entity.js';
import { EmailReservationEntity } from './email-reservation.entity.js';

const sentCodeRow = z.object({ id: z.string(), email: z.string(), codeHash: z.instanceof(Buffer) });

@Injectable()
export class EmailChangeRepository {
  constructor(private readonly db: Database) {}

  async replace(tx: EntityManager, change: EmailChangeEntity): Promise<void> {
    await tx.upsert(EmailChangeEntity, change, ['userId']);
  }

  find(userId: string): Promise<EmailChangeEntity | null> {
    return this.db.manager.findOneBy(EmailChangeEntity, { userId });
  }

  /** Counts a try before the code is compared, like for the verification of an address. */
  countTry(tx: EntityManager, userId: string): Promise<z.infer<typeof sentCodeRow> | null> {
    return row(
      tx,
      sentCodeRow,
      `UPDATE email_change SET tries = tries + 1
       WHERE user_id = $1 AND tries < $2 AND expires_at > now()
       RETURNING id, email, code_hash AS "codeHash"`,
      [userId, MAX_CODE_TRIES],
    );
  }

  async remove(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(EmailChangeEntity, { userId });
  }

  async reserve(tx: EntityManager, reservation: EmailReservationEntity): Promise<void> {
    await tx.insert(EmailReservationEntity, reservation);
  }

  findReservation(
    undoHash: Buffer,
    tx: EntityManager = this.db.manager,
  ): Promise<EmailReservationEntity | null> {
    return tx.findOneBy(EmailReservationEntity, { undoHash, expiresAt: MoreThan(new Date()) });
  }

  /** Removes a reservation and the reservations of later changes, which the same link undoes. */
  async removeFrom(
    tx: EntityManager,
    { userId, changedAt }: EmailReservationEntity,
  ): Promise<void> {
    await tx.delete(EmailReservationEntity, { userId, changedAt: MoreThanOrEqual(changedAt) });
  }
}
