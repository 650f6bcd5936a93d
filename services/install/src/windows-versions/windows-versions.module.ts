import { Module } from '@nestjs/common';
import { AdminWindowsVersionsController } from './admin-windows-versions.controller.js';
import { WindowsVersionsController } from './windows-versions.controller.js';
import { WindowsVersionsRepository } from './windows-versions.repository.js';
import { WindowsVersionsService } from './windows-versions.service.js';

@Module({
  controllers: [WindowsVersionsController, AdminWindowsVersionsController],
  providers: [WindowsVersionsRepository, WindowsVersionsService],
  exports: [WindowsVersionsRepository],
})
export class WindowsVersionsModule {}
