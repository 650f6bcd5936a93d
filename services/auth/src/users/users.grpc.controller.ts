import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  GetUsersRequest,
  GetUsersResponse,
} from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { LegalPagesService } from '../legal-pages/legal-pages.service.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { toUserSummary } from './users.mapper.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersGrpcController {
  constructor(
    private readonly service: UsersService,
    private readonly twoFactor: TwoFactorService,
    private readonly legalPages: LegalPagesService,
  ) {}

  @GrpcMethod('AuthService', 'GetUsers')
  async getUsers({ ids }: GetUsersRequest): Promise<GetUsersResponse> {
    const [users, enabled, published] = await Promise.all([
      this.service.findMany(ids),
      this.twoFactor.findEnabled(ids),
      this.legalPages.published(),
    ]);
    const pages = published.map(({ page }) => page);
    return { users: users.map((user) => toUserSummary(user, enabled.has(user.id), pages)) };
  }
}
