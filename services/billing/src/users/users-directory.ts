import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type {
  AuthService,
  UserSummary,
} from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { DomainError } from '@casement/common/errors/domain-error.js';
import { grpcClient } from '@casement/common/grpc/grpc-client.js';
import { BillingConfig } from '../config.js';

class UserNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'User not found');
  }
}

/** Who a user is: auth knows, billing keeps no names and no addresses. */
@Injectable()
export class UsersDirectory implements OnApplicationShutdown {
  private readonly auth;

  constructor(config: BillingConfig) {
    this.auth = grpcClient<AuthService>({
      package: 'casement.auth.v1',
      service: 'AuthService',
      proto: 'casement/auth/v1/auth_service.proto',
      url: config.AUTH_GRPC_URL,
      deadlineMs: 1_500,
      idempotent: ['GetUsers'],
    });
  }

  /** @throws NOT_FOUND, or UNAVAILABLE while auth does not answer */
  async get(userId: string): Promise<UserSummary> {
    const { users } = await this.auth.GetUsers({ ids: [userId] });
    const user = users.find((one) => one.id === userId);
    if (!user) throw new UserNotFound();
    return user;
  }

  /** Not earlier: requests that are under way still ask. */
  onApplicationShutdown(): void {
    this.auth.close();
  }
}
