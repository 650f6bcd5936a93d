import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeviceLoginsController } from './device-logins.controller.js';
import { DeviceLoginsRepository } from './device-logins.repository.js';
import { DeviceLoginsService } from './device-logins.service.js';

@Module({
  imports: [ApiKeysModule, ThrottleModule, UsersModule],
  controllers: [DeviceLoginsController],
  providers: [DeviceLoginsRepository, DeviceLoginsService],
  exports: [DeviceLoginsService],
})
export class DeviceLoginsModule {}
