import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  GetUsersRequest,
  GetUsersResponse,
} from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { UsersService } from './users.service.js';
import { toUserSummary } from './users.mapper.js';

@Controller()
export class UsersGrpcController {
  constructor(private readonly service: UsersService) {}

  @GrpcMethod('AuthService', 'GetUsers')
  async getUsers(request: GetUsersRequest): Promise<GetUsersResponse> {
    const [users, twoFactor] = await Promise.all([
      this.service.findMany(request.ids),
      this.service.withTwoFactor(request.ids),
    ]);
    return { users: users.map((user) => toUserSummary(user, twoFactor.has(user.id))) };
  }
}
