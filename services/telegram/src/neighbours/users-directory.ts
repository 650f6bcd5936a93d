import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type {
  AuthService,
  UserSummary,
} from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { grpcClient } from '@casement/common/grpc/grpc-client.js';
import { logger } from '@casement/common/logging/logger.js';
import { TelegramConfig } from '../config.js';

const log = logger('users');

/** Who a user is: auth knows, telegram keeps no names and no addresses. */
@Injectable()
export class UsersDirectory implements OnApplicationShutdown {
  private readonly auth;

  constructor(config: TelegramConfig) {
    this.auth = grpcClient<AuthService>({
      package: 'casement.auth.v1',
      service: 'AuthService',
      proto: 'casement/auth/v1/auth_service.proto',
      url: config.AUTH_GRPC_URL,
      deadlineMs: 1_500,
      idempotent: ['GetUsers'],
    });
  }

  /** Undefined for who was deleted. @throws UNAVAILABLE while auth does not answer */
  async find(userId: string): Promise<UserSummary | undefined> {
    const { users } = await this.auth.GetUsers({ ids: [userId] });
    return users.find(({ id }) => id === userId);
  }

  /** Names by id, one call for a whole page: none at all while auth does not answer. */
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

  /** Not earlier: work that is under way still asks. */
  onApplicationShutdown(): void {
    this.auth.close();
  }
}
