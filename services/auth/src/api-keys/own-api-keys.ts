import { Injectable } from '@nestjs/common';
import type { ApiKeyDirectory } from '@casement/common/platform/api-keys/api-key-directory.js';
import type { ApiKey } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { toApiKeyMessage } from './api-keys.mapper.js';
import { ApiKeysService } from './api-keys.service.js';

/** Finds keys for the other services, and for auth itself without a call. */
@Injectable()
export class OwnApiKeys implements Pick<ApiKeyDirectory, 'find'> {
  constructor(private readonly service: ApiKeysService) {}

  async find(keyHash: Buffer, address: string): Promise<ApiKey | undefined> {
    const key = await this.service.find(keyHash, address);
    return key ? toApiKeyMessage(key) : undefined;
  }
}
