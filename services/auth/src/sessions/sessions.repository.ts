import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, one, rows } from '@casement/common/data/database/sql.js';
import { RefreshTokenEntity } from './refresh-token.entity.js';
import { SessionEntity } from './session.entity.js';

const addressRow = z.object({ address: z.string().nullable() });

/**
 * Maximum number of refresh tokens stored per session. An older token is rejected, but its reuse does not end the
 * session.
 */
const MAX_TOKENS = 1_000;

interface PresentedToken {
  session: SessionEntity;
  tokenGeneration: number;
  /** Database time, so that replicas agree on the grace period. */
  now: Date;
}

const clockRow = z.object({ now: z.date() });

@Injectable()
export class SessionsRepository {
  constructor(private readonly db: Database) {}

  async insert(
    tx: EntityManager,
    session: SessionEntity,
    token: RefreshTokenEntity,
  ): Promise<void> {
    await tx.insert(SessionEntity, session);
    await tx.insert(RefreshTokenEntity, token);
  }

  /** Locks the session so that parallel refreshes see each other's rotation. */
  async findByTokenForUpdate(
    tx: EntityManager,
    tokenHash: Buffer,
  ): Promise<PresentedToken | undefined> {
    const token = await tx.findOneBy(RefreshTokenEntity, { tokenHash });
    if (!token) return undefined;
    const session = await this.findForUpdate(tx, token.sessionId);
    if (!session) return undefined;
    const clock = await one(tx, clockRow, 'SELECT clock_timestamp() AS now');
    return { session, tokenGeneration: token.generation, now: clock.now };
  }

  findForUpdate(tx: EntityManager, id: string): Promise<SessionEntity | null> {
    return tx.findOne(SessionEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async beginGeneration(
    tx: EntityManager,
    id: string,
    generation: number,
    now: Date,
    address: string | null,
  ): Promise<void> {
    await tx.update(SessionEntity, { id }, { generation, rotatedAt: now, address });
  }

  async setConfirmed(tx: EntityManager, id: string, confirmedAt: Date): Promise<void> {
    await tx.update(SessionEntity, { id }, { confirmedAt });
  }

  /** Also deletes the oldest spent tokens of the session, so that refreshes cannot fill the table. */
  async addToken(tx: EntityManager, token: RefreshTokenEntity): Promise<void> {
    await tx.insert(RefreshTokenEntity, token);
    await execute(
      tx,
      `DELETE FROM refresh_token WHERE token_hash IN (
         SELECT token_hash FROM refresh_token WHERE session_id = $1
          ORDER BY generation DESC OFFSET ${MAX_TOKENS})`,
      [token.sessionId],
    );
  }

  /** Deletes all but the newest `keep` sessions of a user. */
  async deleteOldest(tx: EntityManager, userId: string, keep: number): Promise<void> {
    await execute(
      tx,
      `DELETE FROM session WHERE id IN (
         SELECT id FROM session WHERE user_id = $1 ORDER BY id DESC OFFSET $2)`,
      [userId, keep],
    );
  }

  async revoke(tx: EntityManager, id: string, because: string): Promise<void> {
    await tx.update(SessionEntity, { id }, { revokedAt: new Date(), revokedBecause: because });
  }

  async revokeAllOf(tx: EntityManager, userId: string, because: string): Promise<void> {
    await tx.update(
      SessionEntity,
      { userId, revokedAt: IsNull(), expiresAt: MoreThan(new Date()) },
      { revokedAt: new Date(), revokedBecause: because },
    );
  }

  findLive(userId: string): Promise<SessionEntity[]> {
    return this.db.manager.findBy(SessionEntity, {
      userId,
      revokedAt: IsNull(),
      expiresAt: MoreThan(new Date()),
    });
  }

  /** Returns the addresses of all stored sessions, including ended ones. */
  async findAddresses(tx: EntityManager, userId: string): Promise<(string | null)[]> {
    const seen = await rows(
      tx,
      addressRow,
      'SELECT DISTINCT address FROM session WHERE user_id = $1',
      [userId],
    );
    return seen.map(({ address }) => address);
  }

  findLiveOf(tx: EntityManager, userId: string): Promise<SessionEntity[]> {
    return tx.find(SessionEntity, {
      where: { userId, revokedAt: IsNull(), expiresAt: MoreThan(new Date()) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async findRevokedSince(since: Date): Promise<string[]> {
    const revoked = await this.db.manager.find(SessionEntity, {
      select: { id: true },
      where: { revokedAt: MoreThan(since) },
    });
    return revoked.map(({ id }) => id);
  }
}
