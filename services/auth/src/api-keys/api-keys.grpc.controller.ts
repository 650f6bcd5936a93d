import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  FindApiKeyRequest,
  FindApiKeyResponse,
} from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { ApiKeysService } from './api-keys.service.js';

@Controller()
export class ApiKeysGrpcController {
  constructor(private readonly keys: ApiKeysService) {}

  @GrpcMethod('AuthService', 'FindApiKey')
  async find({ keyHash, address }: FindApiKeyRequest): Promise<FindApiKeyResponse> {
    const key = await this.keys.find(Buffer.from(keyHash), address);
    return key ? { key } : {};
  }
}
