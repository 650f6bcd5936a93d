import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { rows } from '@casement/common/data/database/sql.js';
import { claimDue } from '@casement/common/data/jobs/claim-due.js';
import { PasswordResetEntity } from './password-reset.entity.js';

const claimRow = z.object({ installId: z.string(), id: z.string() });
const triesRow = z.object({ tries: z.number() });

@Injectable()
export class PasswordResetsRepository {
  constructor(private readonly db: Database) {}

  find(installId: string): Promise<PasswordResetEntity | null> {
    return this.db.manager.findOneBy(PasswordResetEntity, { installId });
  }

  lock(tx: EntityManager, installId: string): Promise<PasswordResetEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.findOne(PasswordResetEntity, { where: { installId }, lock });
  }

  /** Replaces an earlier reset of the install. */
  async store(tx: EntityManager, reset: Partial<PasswordResetEntity>): Promise<void> {
    await tx.delete(PasswordResetEntity, { installId: reset.installId! });
    await tx.insert(PasswordResetEntity, reset);
  }

  /** Changes the reset if it is still as the caller read it. @returns false if a concurrent change came first */
  async change(
    tx: EntityManager,
    { installId, id, status }: Pick<PasswordResetEntity, 'installId' | 'id' | 'status'>,
    set: Partial<PasswordResetEntity>,
  ): Promise<boolean> {
    const { affected } = await tx.update(PasswordResetEntity, { installId, id, status }, set);
    return affected === 1;
  }

  /** Claims the reset that has been due the longest. */
  async claim(claimMs: number): Promise<z.output<typeof claimRow> | undefined> {
    const due = { key: 'install_id', due: 'run_after', claimMs, limit: 1 };
    const [claimed] = await claimDue(this.db.manager, claimRow, 'password_reset', due);
    return claimed;
  }

  /** Counts a try before it is sent. @returns false if `max` is reached, or the reset has ended */
  async countTry({ installId, id }: PasswordResetEntity, max: number): Promise<boolean> {
    const counted = await rows(
      this.db.manager,
      triesRow,
      `UPDATE password_reset SET tries = tries + 1
       WHERE install_id = $1 AND id = $2 AND tries < $3 AND run_after IS NOT NULL RETURNING tries`,
      [installId, id, max],
    );
    return counted.length === 1;
  }
}
