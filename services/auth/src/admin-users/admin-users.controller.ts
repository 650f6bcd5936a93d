import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { paged, reply } from '@casement/common/http/reply.js';
import {
  adminUser,
  adminUsersQuery,
  updateRoleRequest,
  updateRoleResponse,
  type AdminUsersQuery,
  type UpdateRoleRequest,
  type UpdateRoleResponse,
} from '@casement/proto/http/auth.js';
import { userId } from '@casement/proto/http/envelope.js';
import { toUserResponse } from '../users/users.mapper.js';
import { toAdminUser } from './admin-users.mapper.js';
import { AdminUsersService } from './admin-users.service.js';

@Controller('admin/users')
@AdminOnly()
export class AdminUsersController {
  constructor(private readonly service: AdminUsersService) {}

  @Get()
  @Answers(adminUser, { paged: true })
  async list(@Query({ schema: adminUsersQuery }) query: AdminUsersQuery) {
    const { rows, total } = await this.service.list(query);
    return paged(rows.map(toAdminUser), total, query, 'Users');
  }

  @Put(':id')
  @Answers(updateRoleResponse)
  async changeRole(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: userId }) id: string,
    @Body({ schema: updateRoleRequest }) body: UpdateRoleRequest,
  ) {
    const user = await this.service.changeRole(actor, id, body.admin === 1);
    const data: UpdateRoleResponse = { user: toUserResponse(user) };
    return reply(data, 'User updated successfully');
  }
}
