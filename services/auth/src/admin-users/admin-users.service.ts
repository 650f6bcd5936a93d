import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { AdminUsersQuery } from '@casement/proto/http/auth/users.js';
import { AdministratorMails } from '../administrators/administrator-mails.js';
import { AdministratorsService } from '../administrators/administrators.service.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { ServiceClients } from '../clients/service-clients.js';
import type { TelegramLink } from '../clients/telegram-fields.js';
import { SessionsService, type Session } from '../sessions/sessions.service.js';
import { UsersService, type User } from '../users/users.service.js';

const log = logger('admin-users');

export interface ListedUser {
  user: User;
  /** `null` if billing did not answer. */
  quota: number | null;
  telegram: TelegramLink;
}

@Injectable()
export class AdminUsersService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly administrators: AdministratorsService,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly clients: ServiceClients,
    private readonly mails: AdministratorMails,
    private readonly audit: Audit,
  ) {}

  /** Queries each service once per page. Figures are missing if their service does not answer. */
  async list(query: AdminUsersQuery): Promise<ListPage<ListedUser>> {
    const { rows: users, ...page } = await this.users.page(query);
    return { ...page, rows: await this.completed(users) };
  }

  /** @throws userErrors.notFound */
  async get(id: string): Promise<ListedUser> {
    return (await this.completed([await this.users.getById(id)]))[0]!;
  }

  /** @throws userErrors.notFound */
  async sessionsOf(id: string): Promise<Session[]> {
    await this.users.getById(id);
    return this.sessions.liveOf(id);
  }

  private async completed(users: User[]): Promise<ListedUser[]> {
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
   * Promotes a user to administrator or demotes one (SPEC §2). Ends all of the user's sessions so that no token keeps
   * the old role, and revokes a former administrator's keys with an administrator's scope.
   * @throws authErrors.adminsOnly, userErrors.notFound, userErrors.beingDeleted, administratorErrors.last,
   * administratorErrors.ownAccount
   */
  changeRole(actor: Actor, userId: string, admin: boolean): Promise<User> {
    return this.db.transaction(async (tx) => {
      if (admin) await this.administrators.assertAdministrator(tx, actor);
      else await this.administrators.assertCanRemove(tx, actor, userId);
      const user = await this.users.getByIdForUpdate(tx, userId);
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
