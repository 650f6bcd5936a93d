import { Body, Controller, Param, Query } from '@nestjs/common';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type {
  AdminNoteRequest,
  AdminUser,
  AdminUsersQuery,
  UpdateRoleRequest,
} from '@casement/proto/http/auth/users.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { toTelegramFields } from '../clients/telegram-fields.js';
import { toUserSession } from '../sessions/sessions.mapper.js';
import { toUserResponse } from '../users/users.mapper.js';
import { AdminUsersService, type ListedUser } from './admin-users.service.js';
import { UserActionsService } from './user-actions.service.js';

@Controller()
@AdminOnly()
export class AdminUsersController {
  constructor(
    private readonly service: AdminUsersService,
    private readonly actions: UserActionsService,
  ) {}

  @Route(authRoutes.adminUsers)
  @KeyScope('admin:read', { insteadOfStepUp: true })
  async list(@Query() query: AdminUsersQuery) {
    const { rows, ...list } = await this.service.list(query);
    return paged(rows.map(toAdminUser), list, query, 'Users');
  }

  @Route(authRoutes.oneUser)
  @KeyScope('admin:read')
  async get(@Param('id') id: string) {
    return reply(toAdminUser(await this.service.get(id)), 'User');
  }

  @Route(authRoutes.sessionsOfUser)
  async sessions(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const sessions = await this.service.sessionsOf(id);
    return reply(
      sessions.map((session) => toUserSession(session, actor)),
      'Sessions',
    );
  }

  @Route(authRoutes.changeRole)
  async changeRole(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: UpdateRoleRequest,
  ) {
    const user = await this.service.changeRole(actor, id, body.admin === 1);
    return reply({ user: toUserResponse(user) }, 'User updated successfully');
  }

  @Route(authRoutes.actOnUsers)
  async act(
    @CurrentActor() actor: Actor,
    @Body() request: Parameters<UserActionsService['act']>[1],
  ) {
    const effects = await this.actions.act(actor, request);
    return reply(effects, request.preview ? 'Nothing was changed' : 'Users updated');
  }

  @Route(authRoutes.setAdminNote)
  async setNote(@Param('id') id: string, @Body() { note }: AdminNoteRequest) {
    await this.actions.setNote(id, note);
    return reply(null, 'Note saved');
  }
}

const toAdminUser = ({ user, quota, telegram }: ListedUser): AdminUser => ({
  ...toUserResponse(user),
  quota,
  ...toTelegramFields(telegram),
  suspended_at: user.suspendedAt?.toISOString() ?? null,
  suspended_reason: user.suspendedReason,
  note: user.adminNote,
});
