import type { OnApplicationShutdown, Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import type { ApiKey } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { grpcClient } from '../grpc/grpc-client.js';
import type { Identity } from '../identity/identity.js';

const DEADLINE_MS = 2_000;

/** Looks up API keys by their hash in auth. */
export class ApiKeyDirectory implements OnApplicationShutdown {
  private readonly auth;

  constructor(authUrl: string, identity: Identity) {
    this.auth = grpcClient('auth', {
      url: authUrl,
      identity,
      deadlineMs: DEADLINE_MS,
      idempotent: ['FindApiKey'],
    });
  }

  /**
   * @param address of the client; auth records it
   * @returns undefined for an unknown, revoked or expired key
   * @throws UNAVAILABLE while auth does not answer
   */
  async find(keyHash: Buffer, address: string): Promise<ApiKey | undefined> {
    return (await this.auth.FindApiKey({ keyHash, address })).key;
  }

  /** Closes in the last phase because requests in flight still look up keys. */
  onApplicationShutdown(): void {
    this.auth.close();
  }
}

/** Source of a service's API keys. Without either field no route of the service may have a @KeyScope. */
export interface ApiKeySource<Config> {
  /** gRPC address of auth, for a service with routes that keys may call. */
  apiKeysFrom?: (config: Config) => string;
  /** Auth only: the provider that looks API keys up locally. */
  ownApiKeys?: Type<Pick<ApiKeyDirectory, 'find'>>;
}

/** Returns the directory of a service: auth by gRPC, a local provider (auth itself), or an empty one. */
export function apiKeyDirectory<Config>(
  { apiKeysFrom, ownApiKeys }: ApiKeySource<Config>,
  config: Config,
  identity: Identity,
  modules: ModuleRef,
): Pick<ApiKeyDirectory, 'find'> {
  if (apiKeysFrom) return new ApiKeyDirectory(apiKeysFrom(config), identity);
  if (!ownApiKeys) return { find: () => Promise.resolve(undefined) };
  return {
    // Resolved on each call because Nest creates the service's own providers after this one.
    find: (keyHash, address) => modules.get(ownApiKeys, { strict: false }).find(keyHash, address),
  };
}
