import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Users who were deleted. Nothing but their opaque id is left, so that money which still comes is recognised. */
@Injectable()
export class ClosedAccounts {
  async close(tx: EntityManager, userId: string): Promise<void> {
    await tx.query('INSERT INTO closed_account (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [
      userId,
    ]);
  }

  /** Asked while a row of the user is locked: deleting them waits for that lock, or has been before. */
  async has(tx: EntityManager, userId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>('SELECT 1 FROM closed_account WHERE user_id = $1', [
      userId,
    ]);
    return rows.length > 0;
  }
}
