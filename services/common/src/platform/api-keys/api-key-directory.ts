import type { OnApplicationShutdown } from '@nestjs/common';
import type { ApiKey, AuthService } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { grpcClient } from '../grpc/grpc-client.js';
import type { Identity } from '../identity/identity.js';

const DEADLINE_MS = 2_000;

/** Auth's API keys, looked up by their hash. */
export class ApiKeyDirectory implements OnApplicationShutdown {
  private readonly auth;

  constructor(authUrl: string, identity: Identity) {
    this.auth = grpcClient<AuthService>({
      package: 'casement.auth.v1',
      service: 'AuthService',
      proto: 'casement/auth/v1/auth_service.proto',
      url: authUrl,
      identity,
      deadlineMs: DEADLINE_MS,
      idempotent: ['FindApiKey'],
    });
  }

  /**
   * @param address the client's, which auth notes
   * @returns undefined for one that is unknown, revoked or past its end
   * @throws UNAVAILABLE while auth does not answer
   */
  async find(keyHash: Buffer, address: string): Promise<ApiKey | undefined> {
    return (await this.auth.FindApiKey({ keyHash, address })).key;
  }

  /** Not earlier: requests that are under way still ask. */
  onApplicationShutdown(): void {
    this.auth.close();
  }
}

/** Of a service without routes that keys may call. */
export class NoApiKeys implements Pick<ApiKeyDirectory, 'find'> {
  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
