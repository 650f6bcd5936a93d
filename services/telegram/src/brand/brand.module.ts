import { Module } from '@nestjs/common';
import { BrandConsumer } from './brand.consumer.js';
import { BrandService } from './brand.service.js';

@Module({
  controllers: [BrandConsumer],
  providers: [BrandService],
  exports: [BrandService],
})
export class BrandModule {}
