import { Module } from '@nestjs/common';
import { BotsModule } from '../bots/bots.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { UsersModule } from '../users/users.module.js';
import { LinkCodesRepository } from './link-codes.repository.js';
import { LinksController } from './links.controller.js';
import { LinksGrpcController } from './links.grpc.controller.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';

@Module({
  imports: [BotsModule, NoticesModule, UsersModule],
  controllers: [LinksController, LinksGrpcController],
  providers: [LinkCodesRepository, LinksRepository, LinksService],
  exports: [LinkCodesRepository, LinksRepository, LinksService],
})
export class LinksModule {}
