import { Module } from '@nestjs/common';
import { LinksGrpcController } from './links.grpc.controller.js';
import { LinksRepository } from './links.repository.js';

@Module({
  controllers: [LinksGrpcController],
  providers: [LinksRepository],
  exports: [LinksRepository],
})
export class LinksModule {}
