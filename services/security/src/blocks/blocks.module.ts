import { Module } from '@nestjs/common';
import { AllowlistController } from './allowlist.controller.js';
import { AllowlistRepository } from './allowlist.repository.js';
import { AllowlistService } from './allowlist.service.js';
import { BlocksConsumer } from './blocks.consumer.js';
import { BlocksController } from './blocks.controller.js';
import { BlocksProjection } from './blocks-projection.js';
import { BlocksRepository } from './blocks.repository.js';
import { BlocksService } from './blocks.service.js';
import { OffendersRepository } from './offenders.repository.js';
import { OffendersService } from './offenders.service.js';

@Module({
  controllers: [AllowlistController, BlocksController, BlocksConsumer],
  providers: [
    AllowlistRepository,
    AllowlistService,
    BlocksProjection,
    BlocksRepository,
    BlocksService,
    OffendersRepository,
    OffendersService,
  ],
  exports: [AllowlistService, BlocksProjection, BlocksService, OffendersService],
})
export class BlocksModule {}
