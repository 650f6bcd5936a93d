import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { AdminApiKeysController } from './admin-api-keys.controller.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysGrpcController } from './api-keys.grpc.controller.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';
import { OwnApiKeys } from './own-api-keys.js';
import { TwoFactorRepository } from '../two-factor/two-factor.repository.js';

@Module({
  imports: [UsersModule],
  controllers: [AdminApiKeysController, ApiKeysController, ApiKeysGrpcController],
  providers: [ApiKeysRepository, ApiKeysService, OwnApiKeys, TwoFactorRepository],
  exports: [ApiKeysRepository, ApiKeysService],
})
export class ApiKeysModule {}
