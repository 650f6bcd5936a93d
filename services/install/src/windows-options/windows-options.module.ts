import { Module } from '@nestjs/common';
import { ScriptsModule } from '../scripts/scripts.module.js';
import { WindowsVersionsModule } from '../windows-versions/windows-versions.module.js';
import { WindowsOptionsController } from './windows-options.controller.js';
import { WindowsOptionsService } from './windows-options.service.js';

@Module({
  imports: [ScriptsModule, WindowsVersionsModule],
  controllers: [WindowsOptionsController],
  providers: [WindowsOptionsService],
  exports: [WindowsOptionsService],
})
export class WindowsOptionsModule {}
