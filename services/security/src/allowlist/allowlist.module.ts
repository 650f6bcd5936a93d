import { Module } from '@nestjs/common';
import { Allowlist } from './allowlist.js';
import { AllowlistController } from './allowlist.controller.js';
import { AllowlistRepository } from './allowlist.repository.js';
import { AllowlistService } from './allowlist.service.js';

@Module({
  controllers: [AllowlistController],
  providers: [Allowlist, AllowlistRepository, AllowlistService],
  exports: [Allowlist],
})
export class AllowlistModule {}
