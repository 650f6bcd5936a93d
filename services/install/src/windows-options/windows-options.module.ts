import { Module } from '@nestjs/common';
import { WindowsVersionsModule } from '../windows-versions/windows-versions.module.js';
import { WindowsOptionsController } from './windows-options.controller.js';
import { WindowsOptionsService } from './windows-options.service.js';

@Module({
  imports: [WindowsVersionsModule],
  controllers: [WindowsOptionsController],
  providers: [WindowsOptionsService],
  exports: [WindowsOptionsService],
})
export class WindowsOptionsModule {}
