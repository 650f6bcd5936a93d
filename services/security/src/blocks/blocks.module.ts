import { Module } from '@nestjs/common';
import { StandingsModule } from '../judge/standings.module.js';
import { TallyModule } from '../tally/tally.module.js';
import { BlockedListRepository } from './blocked-list.repository.js';
import { BlocksConsumer } from './blocks.consumer.js';
import { BlocksController } from './blocks.controller.js';
import { BlocksProjection } from './blocks-projection.js';
import { BlocksRepository } from './blocks.repository.js';
import { BlocksService } from './blocks.service.js';

@Module({
  imports: [StandingsModule, TallyModule],
  controllers: [BlocksController, BlocksConsumer],
  providers: [BlockedListRepository, BlocksProjection, BlocksRepository, BlocksService],
  exports: [BlockedListRepository, BlocksProjection, BlocksRepository, BlocksService],
})
export class BlocksModule {}
