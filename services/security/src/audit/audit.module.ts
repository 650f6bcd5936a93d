import { Module } from '@nestjs/common';
import { TallyModule } from '../tally/tally.module.js';
import { AuditConsumer } from './audit.consumer.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';

@Module({
  imports: [TallyModule],
  controllers: [AuditConsumer, AuditController],
  providers: [AuditRepository],
})
export class AuditModule {}
