import { Injectable } from '@nestjs/common';
import { In, QueryFailedError, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import { PasskeyChallengeEntity, type PasskeyPurpose } from './passkey-challenge.entity.js';
import { PasskeyEntity } from './passkey.entity.js';

@Injectable()
export class PasskeysRepository {
  constructor(private readonly db: Database) {}

  /** Oldest first. */
  findOf(userId: string, tx: EntityManager = this.db.manager): Promise<PasskeyEntity[]> {
    return tx.find(PasskeyEntity, { where: { userId }, order: { createdAt: 'ASC' } });
  }

  findOwners(userIds: string[]): Promise<Pick<PasskeyEntity, 'userId'>[]> {
    const where = { userId: In(userIds) };
    return this.db.manager.find(PasskeyEntity, { select: { userId: true }, where });
  }

  exists(userId: string, tx: EntityManager = this.db.manager): Promise<boolean> {
    return tx.existsBy(PasskeyEntity, { userId });
  }

  findByCredential(
    credentialId: string,
    tx: EntityManager = this.db.manager,
  ): Promise<PasskeyEntity | null> {
    return tx.findOneBy(PasskeyEntity, { credentialId });
  }

  /** @returns whether the credential was new */
  async insert(tx: EntityManager, passkey: PasskeyEntity): Promise<boolean> {
    try {
      await tx.insert(PasskeyEntity, passkey);
      return true;
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error;
      const { constraint } = error.driverError as { constraint?: string };
      if (constraint === 'passkey_credential_key') return false;
      throw error;
    }
  }

  /** @returns whether the counter increased, or is not used by the authenticator; one of several parallel uses succeeds */
  async use(tx: EntityManager, id: string, counter: number): Promise<boolean> {
    const used = await execute(
      tx,
      `UPDATE passkey SET counter = $2, last_used_at = now()
       WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
      [id, counter],
    );
    return used === 1;
  }

  async remove(tx: EntityManager, userId: string, id?: string): Promise<number> {
    const { affected } = await tx.delete(
      PasskeyEntity,
      id === undefined ? { userId } : { userId, id },
    );
    return affected ?? 0;
  }

  async addChallenge(tx: EntityManager, challenge: PasskeyChallengeEntity): Promise<void> {
    await tx.insert(PasskeyChallengeEntity, challenge);
  }

  /** Deletes a challenge. @returns whether it was valid for this purpose and user */
  async takeChallenge(
    tx: EntityManager | undefined,
    challengeHash: Buffer,
    purpose: PasskeyPurpose,
    userId: string | null,
  ): Promise<boolean> {
    const taken = await execute(
      tx ?? this.db.manager,
      `DELETE FROM passkey_challenge WHERE challenge_hash = $1 AND purpose = $2
         AND user_id IS NOT DISTINCT FROM $3::uuid AND expires_at > now()`,
      [challengeHash, purpose, userId],
    );
    return taken === 1;
  }
}
