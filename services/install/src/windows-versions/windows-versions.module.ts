import { Module } from '@nestjs/common';
import { WindowsVersionsController } from './windows-versions.controller.js';
import { WindowsVersionsRepository } from './windows-versions.repository.js';

@Module({
  controllers: [WindowsVersionsController],
  providers: [WindowsVersionsRepository],
  exports: [WindowsVersionsRepository],
})
export class WindowsVersionsModule {}
