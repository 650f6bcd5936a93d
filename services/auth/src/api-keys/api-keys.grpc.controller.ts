import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  FindApiKeyRequest,
  FindApiKeyResponse,
} from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { toApiKeyMessage } from './api-keys.mapper.js';
import { ApiKeysService } from './api-keys.service.js';

@Controller()
export class ApiKeysGrpcController {
  constructor(private readonly service: ApiKeysService) {}

  @GrpcMethod('AuthService', 'FindApiKey')
  async find({ keyHash, address }: FindApiKeyRequest): Promise<FindApiKeyResponse> {
    const key = await this.service.find(Buffer.from(keyHash), address);
    return key ? { key: toApiKeyMessage(key) } : {};
  }
}
