import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { authErrors } from '@casement/common/platform/auth/auth.errors.js';
import { clientAddress, currentContext } from '@casement/common/core/context/request-context.js';
import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { hashToken } from '../secret-hash.js';
import { UsersService, type User } from '../users/users.service.js';
import { AccessTokens } from './access-tokens.js';
import { deviceName } from './device-name.js';
import { evaluateRefresh, SESSION_DAYS } from './rotation.js';
import type { SessionEntity } from './session.entity.js';
import { SessionsRepository } from './sessions.repository.js';
import { sessionErrors } from './sessions.errors.js';

/** Maximum number of sessions stored per user, including ended ones. */
const MAX_SESSIONS = 200;

export type Session = SessionEntity;

export interface IssuedSession {
  accessToken: string;
  refreshToken: string;
  /** End of the session, which refreshes do not extend. */
  expiresAt: Date;
}

export type RevocationReason =
  | 'signed_out'
  | 'refresh_reused'
  | 'password_changed'
  | 'two_factor_changed'
  | 'email_changed'
  | 'role_changed'
  | 'suspended'
  | 'ended_by_administrator'
  | 'account_deleted';

@Injectable()
export class SessionsService {
  constructor(
    private readonly db: Database,
    private readonly sessions: SessionsRepository,
    private readonly users: UsersService,
    private readonly accessTokens: AccessTokens,
    private readonly outbox: Outbox,
    private readonly signals: Signals,
    private readonly audit: Audit,
  ) {}

  /** Creates the service for commands, which run without Nest's container. */
  static standalone(
    db: Database,
    ...rest: [UsersService, AccessTokens, Outbox, Signals, Audit]
  ): SessionsService {
    return new SessionsService(db, new SessionsRepository(db), ...rest);
  }

  /**
   * Begins a session. Every sign-in begins a new one so that none can be planted beforehand (ASVS 5.0, V7).
   * @param user locked for update by the caller, or new
   * @throws sessionErrors.suspended
   * @param confirmedAt when a password or a code was given; defaults to now
   */
  async begin(
    tx: EntityManager,
    user: User,
    confirmedAt: Date | null = null,
  ): Promise<IssuedSession> {
    if (user.suspendedAt) throw sessionErrors.suspended();
    const now = new Date();
    const refreshToken = randomToken();
    const session: SessionEntity = {
      id: newId(),
      userId: user.id,
      generation: 1,
      rotatedAt: now,
      createdAt: now,
      confirmedAt,
      expiresAt: new Date(now.getTime() + SESSION_DAYS * 86_400_000),
      device: deviceName(currentContext()?.userAgent),
      address: clientAddress() ?? null,
      revokedAt: null,
      revokedBecause: null,
    };
    await this.sessions.insert(tx, session, {
      tokenHash: hashToken(refreshToken),
      sessionId: session.id,
      generation: 1,
    });
    await this.sessions.deleteOldest(tx, user.id, MAX_SESSIONS);
    await this.users.updateLanguage(tx, user);
    const accessToken = await this.accessTokens.sign(tx, user, session);
    return { accessToken, refreshToken, expiresAt: session.expiresAt };
  }

  /**
   * Records that the user has just confirmed by password or code.
   *
   * @returns an access token with the new confirmation time, which later tokens of the session have too
   * @throws authErrors.sessionRevoked
   */
  async confirm(tx: EntityManager, user: User, sessionId: string): Promise<string> {
    const session = await this.sessions.findForUpdate(tx, sessionId);
    if (session?.userId !== user.id || session.revokedAt) throw authErrors.sessionRevoked();
    const confirmedAt = new Date();
    await this.sessions.setConfirmed(tx, sessionId, confirmedAt);
    return this.accessTokens.sign(tx, user, { ...session, confirmedAt });
  }

  /**
   * Returns the client addresses of the account's sessions, `null` for a session without one. Empty before the first
   * sign-in.
   */
  addressesOf(tx: EntityManager, userId: string): Promise<(string | null)[]> {
    return this.sessions.findAddresses(tx, userId);
  }

  /** Lists the caller's sessions: the current one first, then the most recently used. */
  async list(actor: Actor): Promise<Session[]> {
    const live = await this.liveOf(actor.userId);
    const isCurrent = ({ id }: Session) => id === actor.sessionId;
    return [...live.filter(isCurrent), ...live.filter((session) => !isCurrent(session))];
  }

  /** @throws sessionErrors.notFound, also for another user's or an ended session */
  async endOwn(actor: Actor, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (!(await this.end(tx, actor.userId, id))) throw sessionErrors.notFound();
      await this.audit.record(tx, { action: 'session.ended', target: `session:${id}` });
    });
  }

  async endOtherSessions({ userId, sessionId }: Actor): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.users.getForUpdate(tx, userId);
      await this.endOthers(tx, userId, sessionId, 'signed_out');
      await this.audit.record(tx, { action: 'sessions.ended', target: `user:${userId}` });
    });
  }

  /** Returns the sessions that have not ended, most recently used first. */
  async liveOf(userId: string): Promise<Session[]> {
    const live = await this.sessions.findLive(userId);
    return live.sort((a, b) => b.rotatedAt.getTime() - a.rotatedAt.getTime());
  }

  /** @throws sessionErrors.refreshRefused (401). A token spent before the grace period also ends its session. */
  async refresh(refreshToken: string): Promise<IssuedSession> {
    const exchanged = await this.db.transaction((tx) => this.exchange(tx, refreshToken));
    if (!exchanged) throw sessionErrors.refreshRefused();
    // Runs after the transaction, which has locked the session: locking the account after a session could deadlock,
    // because other code locks the account first.
    await this.users.updateLanguage(this.db.manager, exchanged.user);
    return exchanged.issued;
  }

  async endByActor({ userId, sessionId }: Actor): Promise<void> {
    await this.db.transaction((tx) => this.end(tx, userId, sessionId));
  }

  /** Ends the session of a refresh token; ignores an unknown token. */
  async endByRefreshToken(refreshToken: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const found = await this.sessions.findByTokenForUpdate(tx, hashToken(refreshToken));
      if (found) await this.revoke(tx, found.session, 'signed_out');
    });
  }

  /** Ends a session of the user. @returns false if the user has no such session or it has already ended */
  private async end(tx: EntityManager, userId: string, sessionId: string): Promise<boolean> {
    const session = await this.sessions.findForUpdate(tx, sessionId);
    if (session?.userId !== userId || session.revokedAt || session.expiresAt <= new Date()) {
      return false;
    }
    await this.revoke(tx, session, 'signed_out');
    return true;
  }

  /**
   * Ends every session of an account. Refresh tokens become invalid with this transaction; access tokens, which have
   * a smaller epoch, once the event is delivered.
   *
   * @param user locked for update by the caller
   * @returns the account with its new epoch
   */
  async endAll(tx: EntityManager, user: User, because: RevocationReason): Promise<User> {
    await this.sessions.revokeAllOf(tx, user.id, because);
    return this.endAccessTokens(tx, user);
  }

  /**
   * Ends the access tokens of an account, whose sessions stay and can be refreshed. The caller must hold the lock on
   * the account's row.
   */
  async endAccessTokens(tx: EntityManager, user: User): Promise<User> {
    const changed = await this.users.change(tx, user, {
      epoch: user.epoch + 1,
      epochRaisedAt: new Date(),
    });
    await this.outbox.add(
      tx,
      'auth.session.revoked.v1',
      { userId: user.id, sessionId: '', epoch: changed.epoch },
      { key: user.id },
    );
    return changed;
  }

  /** Ends all sessions of an account except one. The caller must hold the lock on the account's row. */
  async endOthers(
    tx: EntityManager,
    userId: string,
    keepSessionId: string,
    because: RevocationReason,
  ): Promise<void> {
    for (const session of await this.sessions.findLiveOf(tx, userId)) {
      if (session.id !== keepSessionId) await this.revoke(tx, session, because);
    }
  }

  /**
   * Returns undefined if the token is refused. Throwing would roll back the end of a session whose token was reused.
   */
  private async exchange(
    tx: EntityManager,
    refreshToken: string,
  ): Promise<{ user: User; issued: IssuedSession } | undefined> {
    const found = await this.sessions.findByTokenForUpdate(tx, hashToken(refreshToken));
    if (!found) return undefined;
    const { session, tokenGeneration, now } = found;
    const verdict = evaluateRefresh(session, tokenGeneration, now);
    if (verdict === 'ended') return undefined;
    if (verdict === 'reused') {
      await this.revoke(tx, session, 'refresh_reused');
      this.signals.raise({
        kind: 'refresh_reused',
        userId: session.userId,
        detail: `session ${session.id}`,
      });
      return undefined;
    }
    let generation = session.generation;
    if (verdict === 'rotate') {
      generation += 1;
      const address = clientAddress() ?? session.address;
      await this.sessions.beginGeneration(tx, session.id, generation, now, address);
    }
    const next = randomToken();
    await this.sessions.addToken(tx, {
      tokenHash: hashToken(next),
      sessionId: session.id,
      generation,
    });
    const user = await this.users.get(session.userId, tx);
    const accessToken = await this.accessTokens.sign(tx, user, session);
    return { user, issued: { accessToken, refreshToken: next, expiresAt: session.expiresAt } };
  }

  private async revoke(tx: EntityManager, session: SessionEntity, because: RevocationReason) {
    if (session.revokedAt) return;
    await this.sessions.revoke(tx, session.id, because);
    // No token has an epoch below 0, so the account's other sessions stay valid.
    await this.outbox.add(
      tx,
      'auth.session.revoked.v1',
      { userId: session.userId, sessionId: session.id, epoch: 0 },
      { key: session.userId },
    );
  }
}
