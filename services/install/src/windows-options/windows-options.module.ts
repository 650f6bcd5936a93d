import { Module } from '@nestjs/common';
import { WindowsOptionsController } from './windows-options.controller.js';
import { WindowsOptionsService } from './windows-options.service.js';

@Module({
  controllers: [WindowsOptionsController],
  providers: [WindowsOptionsService],
  exports: [WindowsOptionsService],
})
export class WindowsOptionsModule {}
