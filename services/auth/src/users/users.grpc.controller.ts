import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  GetUsersRequest,
  GetUsersResponse,
} from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { toUserSummary } from './users.mapper.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersGrpcController {
  constructor(
    private readonly service: UsersService,
    private readonly twoFactor: TwoFactorService,
  ) {}

  @GrpcMethod('AuthService', 'GetUsers')
  async getUsers({ ids }: GetUsersRequest): Promise<GetUsersResponse> {
    const [users, enabled] = await Promise.all([
      this.service.findMany(ids),
      this.twoFactor.findEnabled(ids),
    ]);
    return { users: users.map((user) => toUserSummary(user, enabled.has(user.id))) };
  }
}
