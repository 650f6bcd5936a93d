import { Module } from '@nestjs/common';
import { StandingsModule } from '../judge/standings.module.js';
import { BlocksConsumer } from './blocks.consumer.js';
import { BlocksController } from './blocks.controller.js';
import { BlocksProjection } from './blocks-projection.js';
import { BlocksRepository } from './blocks.repository.js';
import { BlocksService } from './blocks.service.js';

@Module({
  imports: [StandingsModule],
  controllers: [BlocksController, BlocksConsumer],
  providers: [BlocksProjection, BlocksRepository, BlocksService],
  exports: [BlocksProjection, BlocksRepository, BlocksService],
})
export class BlocksModule {}
