import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { authErrors } from '@casement/common/platform/auth/auth.errors.js';
import { clientAddress, currentContext } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Outbox } from '@casement/common/messaging/outbox.js';
import { Signals } from '@casement/common/messaging/signals.js';
import type { UserEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { AccessTokens } from './access-tokens.js';
import { deviceName } from './device-name.js';
import { hashRefreshToken, newRefreshToken } from './refresh-token.js';
import { evaluateRefresh, SESSION_DAYS } from './rotation.js';
import type { SessionEntity } from './session.entity.js';
import { SessionsRepository } from './sessions.repository.js';
import { sessionErrors } from './sessions.errors.js';

/** What a browser is given to go on with. */
export interface IssuedSession {
  accessToken: string;
  refreshToken: string;
  /** When the session ends, however often it is refreshed. */
  expiresAt: Date;
}

export type RevokedBecause =
  | 'signed_out'
  | 'refresh_reused'
  | 'password_changed'
  | 'two_factor_changed'
  | 'role_changed'
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
  ) {}

  /**
   * A sign-in always begins a new session (ASVS 5.0, V7): none can be planted beforehand.
   * @param user locked for update by the caller, or new
   * @param confirmedAt when a password or a code was given, where that is not now
   */
  async begin(
    tx: EntityManager,
    user: UserEntity,
    confirmedAt: Date | null = null,
  ): Promise<IssuedSession> {
    const now = new Date();
    const refreshToken = newRefreshToken();
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
      tokenHash: hashRefreshToken(refreshToken),
      sessionId: session.id,
      generation: 1,
    });
    await this.users.followLanguage(tx, user);
    const accessToken = await this.accessTokens.sign(tx, user, session);
    return { accessToken, refreshToken, expiresAt: session.expiresAt };
  }

  /**
   * The user has given a password or a code again, which this session's access tokens show from now on.
   * @returns one of them
   * @throws authErrors.sessionRevoked
   */
  async confirm(tx: EntityManager, user: UserEntity, sessionId: string): Promise<string> {
    const session = await this.sessions.findForUpdate(tx, sessionId);
    if (session?.userId !== user.id || session.revokedAt) throw authErrors.sessionRevoked();
    const confirmedAt = new Date();
    await this.sessions.setConfirmed(tx, sessionId, confirmedAt);
    return this.accessTokens.sign(tx, user, { ...session, confirmedAt });
  }

  /** Where the account was signed in from, null for a session without one; empty if it never was. */
  addressesOf(tx: EntityManager, userId: string): Promise<(string | null)[]> {
    return this.sessions.findAddresses(tx, userId);
  }

  /** Those that have not ended, seen last first. */
  async liveOf(userId: string): Promise<SessionEntity[]> {
    const live = await this.sessions.findLive(userId);
    return live.sort((a, b) => b.rotatedAt.getTime() - a.rotatedAt.getTime());
  }

  /** @throws sessionErrors.refreshRefused (401); a token that was spent before the grace ends its whole family first */
  async refresh(refreshToken: string): Promise<IssuedSession> {
    const exchanged = await this.db.transaction((tx) => this.exchange(tx, refreshToken));
    if (!exchanged) throw sessionErrors.refreshRefused();
    // Not in the transaction, which has the session locked: others lock the account first.
    await this.users.followLanguage(this.db.manager, exchanged.user);
    return exchanged.issued;
  }

  /** Ends the session that an access token names. */
  async endByActor({ userId, sessionId }: Actor): Promise<void> {
    await this.db.transaction((tx) => this.end(tx, userId, sessionId));
  }

  /** Ends the session that a refresh token belongs to; does nothing for an unknown one. */
  async endByRefreshToken(refreshToken: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const found = await this.sessions.findByTokenForUpdate(tx, hashRefreshToken(refreshToken));
      if (found) await this.revoke(tx, found.session, 'signed_out');
    });
  }

  /** Ends one's own session. @returns false when there is none, or it has ended already */
  async end(tx: EntityManager, userId: string, sessionId: string): Promise<boolean> {
    const session = await this.sessions.findForUpdate(tx, sessionId);
    if (session?.userId !== userId || session.revokedAt || session.expiresAt <= new Date()) {
      return false;
    }
    await this.revoke(tx, session, 'signed_out');
    return true;
  }

  /**
   * Ends every session of an account, everywhere at once: their refresh tokens with this transaction,
   * their access tokens, which carry a smaller epoch, as soon as the event is out.
   * @param user locked for update by the caller
   * @returns the account with its new epoch, to begin a new session with
   */
  async endAll(tx: EntityManager, user: UserEntity, because: RevokedBecause): Promise<UserEntity> {
    await this.sessions.revokeAllOf(tx, user.id, because);
    return this.endAccessTokens(tx, user);
  }

  /**
   * Ends the access tokens of an account, everywhere; its sessions stay, and yield new ones.
   * @param user locked for update by the caller
   */
  async endAccessTokens(tx: EntityManager, user: UserEntity): Promise<UserEntity> {
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

  /** Ends all sessions but one. The account is locked for update by the caller. */
  async endOthers(
    tx: EntityManager,
    userId: string,
    keepSessionId: string,
    because: RevokedBecause,
  ): Promise<void> {
    for (const session of await this.sessions.findLiveOf(tx, userId)) {
      if (session.id !== keepSessionId) await this.revoke(tx, session, because);
    }
  }

  /** @returns undefined for a refusal; nothing is thrown here, or the revocation would roll back */
  private async exchange(
    tx: EntityManager,
    refreshToken: string,
  ): Promise<{ user: UserEntity; issued: IssuedSession } | undefined> {
    const found = await this.sessions.findByTokenForUpdate(tx, hashRefreshToken(refreshToken));
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
    const next = newRefreshToken();
    await this.sessions.addToken(tx, {
      tokenHash: hashRefreshToken(next),
      sessionId: session.id,
      generation,
    });
    const user = await this.users.get(session.userId, tx);
    const accessToken = await this.accessTokens.sign(tx, user, session);
    return { user, issued: { accessToken, refreshToken: next, expiresAt: session.expiresAt } };
  }

  private async revoke(tx: EntityManager, session: SessionEntity, because: RevokedBecause) {
    if (session.revokedAt) return;
    await this.sessions.revoke(tx, session.id, because);
    // The epoch stays: this is about one session, not the account.
    await this.outbox.add(
      tx,
      'auth.session.revoked.v1',
      { userId: session.userId, sessionId: session.id, epoch: 0 },
      { key: session.userId },
    );
  }
}
