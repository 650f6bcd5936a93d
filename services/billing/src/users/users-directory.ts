import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type {
  AuthService,
  UserSummary,
} from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { DomainError } from '@casement/common/errors/domain-error.js';
import { grpcClient } from '@casement/common/grpc/grpc-client.js';
import { logger } from '@casement/common/logging/logger.js';
import { BillingConfig } from '../config.js';

const log = logger('users');

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
      // With the gateway's own time limit still below the ten seconds that a browser waits.
      deadlineMs: 2_500,
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

  /** Names by id, one call for a whole page: without deleted users, and none at all while auth does not answer. */
  async names(ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    try {
      const { users } = await this.auth.GetUsers({ ids: [...new Set(ids)] });
      return new Map(users.map(({ id, username }) => [id, username]));
    } catch (error) {
      log.warn({ err: error }, 'usernames are missing');
      return new Map();
    }
  }

  /** Not earlier: requests that are under way still ask. */
  onApplicationShutdown(): void {
    this.auth.close();
  }
}
