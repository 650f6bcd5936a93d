import { Module } from '@nestjs/common';
import { BrandController } from './brand.controller.js';
import { BrandRepository } from './brand.repository.js';
import { BrandService } from './brand.service.js';

@Module({
  controllers: [BrandController],
  providers: [BrandRepository, BrandService],
  exports: [BrandService],
})
export class BrandModule {}
