import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { one, rows } from '@casement/common/data/database/sql.js';
import { RefreshTokenEntity } from './refresh-token.entity.js';
import { SessionEntity } from './session.entity.js';

const addressRow = z.object({ address: z.string().nullable() });

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

  async addToken(tx: EntityManager, token: RefreshTokenEntity): Promise<void> {
    await tx.insert(RefreshTokenEntity, token);
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
