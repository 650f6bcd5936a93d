import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { row } from '@casement/common/data/database/sql.js';
import { TwoFactorChallengeEntity } from './two-factor-challenge.entity.js';

const challengeRow = z.object({ userId: z.string(), epoch: z.number() });

@Injectable()
export class TwoFactorChallengesRepository {
  async insert(tx: EntityManager, challenge: TwoFactorChallengeEntity): Promise<void> {
    await tx.insert(TwoFactorChallengeEntity, challenge);
  }

  /**
   * Counts a try before the code is compared. Locks the row so that parallel guesses are counted one by one.
   * @returns null if there is no challenge, or it has expired or was tried too often
   */
  countTry(
    tx: EntityManager,
    idHash: Buffer,
    tries: number,
  ): Promise<Pick<TwoFactorChallengeEntity, 'userId' | 'epoch'> | null> {
    return row(
      tx,
      challengeRow,
      `UPDATE two_factor_challenge SET tries = tries + 1
       WHERE id_hash = $1 AND tries < $2 AND expires_at > now()
       RETURNING user_id AS "userId", epoch`,
      [idHash, tries],
    );
  }

  async remove(tx: EntityManager, idHash: Buffer): Promise<void> {
    await tx.delete(TwoFactorChallengeEntity, { idHash });
  }
}
