import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { UsersService } from '../users/users.service.js';
import type { SessionEntity } from './session.entity.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { sessionErrors } from './sessions.errors.js';

/** A user's sessions, to list and to end. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly db: Database,
    private readonly repository: SessionsRepository,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
    private readonly audit: Audit,
  ) {}

  /** The present one first, then by when they were last seen. */
  async list(actor: Actor): Promise<SessionEntity[]> {
    const live = await this.repository.findLive(actor.userId);
    const rank = (session: SessionEntity) => (session.id === actor.sessionId ? 1 : 0);
    return live.sort((a, b) => rank(b) - rank(a) || b.rotatedAt.getTime() - a.rotatedAt.getTime());
  }

  /** @throws sessionErrors.notFound: another user's too, and one that has ended */
  async end(actor: Actor, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (!(await this.sessions.end(tx, actor.userId, id))) throw sessionErrors.notFound();
      await this.audit.record(tx, { action: 'session.ended', target: `session:${id}` });
    });
  }

  async endOthers(actor: Actor): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.users.getForUpdate(tx, actor.userId);
      await this.sessions.endOthers(tx, actor.userId, actor.sessionId, 'signed_out');
      await this.audit.record(tx, {
        action: 'sessions.ended',
        target: `user:${actor.userId}`,
      });
    });
  }
}
