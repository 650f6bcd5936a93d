import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/database/database.js';
import { idRow, one, rows } from '@casement/common/database/sql.js';
import { RefreshToken } from './refresh-token.entity.js';
import { Session } from './session.entity.js';

const addressRow = z.object({ address: z.string().nullable() });

export interface PresentedToken {
  session: Session;
  tokenGeneration: number;
  /** By the database's clock, so that replicas with different ones agree on the grace. */
  now: Date;
}

const clockRow = z.object({ now: z.date() });

@Injectable()
export class SessionsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: EntityManager, session: Session, token: RefreshToken): Promise<void> {
    await tx.insert(Session, session);
    await tx.insert(RefreshToken, token);
  }

  /** Locks the family, so that of parallel refreshes one rotates and the others see that it did. */
  async findByTokenForUpdate(
    tx: EntityManager,
    tokenHash: Buffer,
  ): Promise<PresentedToken | undefined> {
    const token = await tx.findOneBy(RefreshToken, { tokenHash });
    if (!token) return undefined;
    const session = await this.findForUpdate(tx, token.sessionId);
    if (!session) return undefined;
    const clock = await one(tx, clockRow, 'SELECT clock_timestamp() AS now');
    return { session, tokenGeneration: token.generation, now: clock.now };
  }

  findForUpdate(tx: EntityManager, id: string): Promise<Session | null> {
    return tx.findOne(Session, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async beginGeneration(
    tx: EntityManager,
    id: string,
    generation: number,
    now: Date,
    address: string | null,
  ): Promise<void> {
    await tx.update(Session, { id }, { generation, rotatedAt: now, address });
  }

  async setConfirmed(tx: EntityManager, id: string, confirmedAt: Date): Promise<void> {
    await tx.update(Session, { id }, { confirmedAt });
  }

  async addToken(tx: EntityManager, token: RefreshToken): Promise<void> {
    await tx.insert(RefreshToken, token);
  }

  async revoke(tx: EntityManager, id: string, because: string): Promise<void> {
    await tx.update(Session, { id }, { revokedAt: new Date(), revokedBecause: because });
  }

  async revokeAllOf(tx: EntityManager, userId: string, because: string): Promise<void> {
    await tx.update(
      Session,
      { userId, revokedAt: IsNull(), expiresAt: MoreThan(new Date()) },
      { revokedAt: new Date(), revokedBecause: because },
    );
  }

  findLive(userId: string): Promise<Session[]> {
    return this.db.manager.findBy(Session, {
      userId,
      revokedAt: IsNull(),
      expiresAt: MoreThan(new Date()),
    });
  }

  /** Of all sessions that are still remembered, ended ones too. */
  async findAddresses(tx: EntityManager, userId: string): Promise<(string | null)[]> {
    const seen = await rows(
      tx,
      addressRow,
      'SELECT DISTINCT address FROM session WHERE user_id = $1',
      [userId],
    );
    return seen.map(({ address }) => address);
  }

  findLiveOf(tx: EntityManager, userId: string): Promise<Session[]> {
    return tx.find(Session, {
      where: { userId, revokedAt: IsNull(), expiresAt: MoreThan(new Date()) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Ids of the sessions that were ended so lately that an access token of theirs may still live. */
  async findRevokedSince(since: Date): Promise<string[]> {
    const revoked = await rows(
      this.db.manager,
      idRow,
      'SELECT id FROM session WHERE revoked_at > $1',
      [since],
    );
    return revoked.map(({ id }) => id);
  }
}
