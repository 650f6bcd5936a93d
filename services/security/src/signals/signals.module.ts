import { Module } from '@nestjs/common';
import { SignalsConsumer } from './signals.consumer.js';
import { SignalsRepository } from './signals.repository.js';

@Module({
  controllers: [SignalsConsumer],
  providers: [SignalsRepository],
  exports: [SignalsRepository],
})
export class SignalsModule {}
