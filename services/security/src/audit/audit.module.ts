import { Module } from '@nestjs/common';
import { AuditConsumer } from './audit.consumer.js';
import { AuditRepository } from './audit.repository.js';

@Module({ controllers: [AuditConsumer], providers: [AuditRepository] })
export class AuditModule {}
