import { Module } from '@nestjs/common';
import { BrandModule } from '../brand/brand.module.js';
import { LegalPageController } from './legal-page.controller.js';
import { LegalPagesController } from './legal-pages.controller.js';
import { LegalPagesGrpcController } from './legal-pages.grpc.controller.js';
import { LegalPagesRepository } from './legal-pages.repository.js';
import { LegalPagesService } from './legal-pages.service.js';

@Module({
  imports: [BrandModule],
  controllers: [LegalPageController, LegalPagesController, LegalPagesGrpcController],
  providers: [LegalPagesRepository, LegalPagesService],
  exports: [LegalPagesService],
})
export class LegalPagesModule {}
