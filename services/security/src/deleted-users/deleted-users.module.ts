import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { DeletedUsersConsumer } from './deleted-users.consumer.js';

@Module({ imports: [AuditModule], controllers: [DeletedUsersConsumer] })
export class DeletedUsersModule {}
