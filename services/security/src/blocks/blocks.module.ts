import { Module } from '@nestjs/common';
import { Allowlist } from '../allowlist/allowlist.js';
import { AllowlistController } from '../allowlist/allowlist.controller.js';
import { AllowlistRepository } from '../allowlist/allowlist.repository.js';
import { AllowlistService } from '../allowlist/allowlist.service.js';
import { BlockedListRepository } from './blocked-list.repository.js';
import { BlocksConsumer } from './blocks.consumer.js';
import { BlocksController } from './blocks.controller.js';
import { BlocksProjection } from './blocks-projection.js';
import { BlocksRepository } from './blocks.repository.js';
import { BlocksService } from './blocks.service.js';
import { OffendersRepository } from './offenders.repository.js';

/** Which addresses are kept out, and which never are. */
@Module({
  controllers: [AllowlistController, BlocksController, BlocksConsumer],
  providers: [
    Allowlist,
    AllowlistRepository,
    AllowlistService,
    BlockedListRepository,
    BlocksProjection,
    BlocksRepository,
    BlocksService,
    OffendersRepository,
  ],
  exports: [
    Allowlist,
    BlockedListRepository,
    BlocksProjection,
    BlocksRepository,
    BlocksService,
    OffendersRepository,
  ],
})
export class BlocksModule {}
