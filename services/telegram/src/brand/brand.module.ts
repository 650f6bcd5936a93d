import { Module } from '@nestjs/common';
import { BrandConsumer } from './brand.consumer.js';
import { BrandRepository } from './brand.repository.js';
import { BrandService } from './brand.service.js';

@Module({
  controllers: [BrandConsumer],
  providers: [BrandRepository, BrandService],
  exports: [BrandService],
})
export class BrandModule {}
