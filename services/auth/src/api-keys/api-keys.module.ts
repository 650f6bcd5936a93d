import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysGrpcController } from './api-keys.grpc.controller.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  imports: [UsersModule],
  controllers: [ApiKeysController, ApiKeysGrpcController],
  providers: [ApiKeysRepository, ApiKeysService],
  exports: [ApiKeysRepository, ApiKeysService],
})
export class ApiKeysModule {}
