import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AuthService } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { grpcClient } from '@casement/common/grpc/grpc-client.js';
import { logger } from '@casement/common/logging/logger.js';
import { InstallConfig } from '../config.js';

const log = logger('usernames');

/** Names of users, which auth owns: one batched call per page, and none of them when auth does not answer. */
@Injectable()
export class UsernamesClient implements OnApplicationShutdown {
  private readonly auth;

  constructor(config: InstallConfig) {
    this.auth = grpcClient<AuthService>({
      package: 'casement.auth.v1',
      service: 'AuthService',
      proto: 'casement/auth/v1/auth_service.proto',
      url: config.AUTH_GRPC_URL,
      deadlineMs: 800,
      idempotent: ['GetUsers'],
    });
  }

  async byIds(ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    try {
      const { users } = await this.auth.GetUsers({ ids: [...new Set(ids)] });
      return new Map(users.map(({ id, username }) => [id, username]));
    } catch (error) {
      log.warn({ err: error }, 'usernames are missing');
      return new Map();
    }
  }

  onApplicationShutdown(): void {
    this.auth.close();
  }
}
