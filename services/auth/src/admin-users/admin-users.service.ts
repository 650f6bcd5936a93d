import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { AdminUsersQuery } from '@casement/proto/http/users.js';
import type { Link } from '@casement/proto/gen/casement/telegram/v1/telegram_service.js';
import { AdministratorMails } from '../administrators/administrator-mails.js';
import { AdministratorsService } from '../administrators/administrators.service.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { ServiceClients } from '../clients/service-clients.js';
import type { SessionEntity } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { UserEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { userErrors } from '../users/users.errors.js';

const log = logger('admin-users');

/** A user as the list shows it. */
export interface ListedUser {
  user: UserEntity;
  /** Null when billing did not answer. */
  quota: number | null;
  /** `unknown`: the telegram service did not answer; null: not connected. */
  telegram: Link | null | 'unknown';
}

@Injectable()
export class AdminUsersService {
  constructor(
    private readonly db: Database,
    private readonly repository: AdminUsersRepository,
    private readonly users: UsersService,
    private readonly administrators: AdministratorsService,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly clients: ServiceClients,
    private readonly mails: AdministratorMails,
    private readonly audit: Audit,
  ) {}

  /** One call to each service for the whole page; a figure is missing where its service does not answer. */
  async list(query: AdminUsersQuery): Promise<ListPage<ListedUser>> {
    const { rows: users, ...page } = await this.repository.page(query);
    return { ...page, rows: await this.completed(users) };
  }

  /** @throws userErrors.notFound */
  async get(id: string): Promise<ListedUser> {
    return (await this.completed([await this.find(id)]))[0]!;
  }

  /** @throws userErrors.notFound */
  async sessionsOf(id: string): Promise<SessionEntity[]> {
    await this.find(id);
    return this.sessions.liveOf(id);
  }

  /** Not `users.get`, whose 401 is about the caller's own account. */
  private async find(id: string): Promise<UserEntity> {
    const [user] = await this.users.findMany([id]);
    if (!user || user.deletingSince) throw userErrors.notFound();
    return user;
  }

  private async completed(users: UserEntity[]): Promise<ListedUser[]> {
    const ids = users.map(({ id }) => id);
    const [balances, links] =
      ids.length === 0
        ? [[], []]
        : await Promise.all([
            orUnknown('quotas', this.clients.findBalances(ids)),
            orUnknown('telegram links', this.clients.findTelegramLinks(ids)),
          ]);
    return users.map((user): ListedUser => {
      const quota = balances?.find(({ userId }) => userId === user.id)?.quota ?? null;
      const link = links?.find(({ userId }) => userId === user.id) ?? null;
      return { user, quota, telegram: links ? link : 'unknown' };
    });
  }

  /**
   * Between User and Admin (SPEC §2). Every session of theirs ends, so that no token keeps the old role, and of a former
   * administrator every key that is one's.
   * @throws authErrors.adminsOnly, userErrors.notFound, userErrors.beingDeleted, administratorErrors.last, administratorErrors.ownAccount
   */
  changeRole(actor: Actor, userId: string, admin: boolean): Promise<UserEntity> {
    return this.db.transaction(async (tx) => {
      if (admin) await this.administrators.assertAdministrator(tx, actor);
      else await this.administrators.assertMayTakeAway(tx, actor, userId);
      const user = await this.users.findAnyForUpdate(tx, userId);
      if (!user) throw userErrors.notFound();
      if (user.deletingSince) throw userErrors.beingDeleted();
      if (user.admin === admin) return user;
      const changed = await this.users.change(tx, user, { admin });
      if (admin) {
        const by = (await this.users.get(actor.userId, tx)).username;
        await this.mails.add(tx, { kind: 'made', who: user.username, by });
      }
      await this.audit.record(tx, {
        action: 'role.changed',
        target: `user:${userId}`,
        before: { admin: user.admin ? 1 : 0 },
        after: { admin: admin ? 1 : 0 },
      });
      if (!admin) await this.apiKeys.revokeAdministrators(tx, userId);
      return this.sessions.endAll(tx, changed, 'role_changed');
    });
  }
}

async function orUnknown<T>(what: string, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (err) {
    log.warn({ err, what }, 'not known');
    return null;
  }
}
