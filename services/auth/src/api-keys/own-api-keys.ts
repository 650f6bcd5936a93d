import { Injectable } from '@nestjs/common';
import type { ApiKeyDirectory } from '@casement/common/platform/api-keys/api-key-directory.js';
import type { ApiKey } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { toApiKeyMessage } from './api-keys.mapper.js';
import { ApiKeysService } from './api-keys.service.js';

/** Keys as every service finds them, and this one in itself. */
@Injectable()
export class OwnApiKeys implements Pick<ApiKeyDirectory, 'find'> {
  constructor(private readonly service: ApiKeysService) {}

  async find(keyHash: Buffer, address: string): Promise<ApiKey | undefined> {
    const key = await this.service.find(keyHash, address);
    return key ? toApiKeyMessage(key) : undefined;
  }
}
