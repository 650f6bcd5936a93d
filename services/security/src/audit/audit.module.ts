import { Module } from '@nestjs/common';
import { AuditConsumer } from './audit.consumer.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';

@Module({ controllers: [AuditConsumer, AuditController], providers: [AuditRepository] })
export class AuditModule {}
