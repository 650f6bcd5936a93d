import { Module } from '@nestjs/common';
import { userDirectory } from '@casement/common/platform/users/user-directory.js';
import { SecurityConfig } from '../config.js';
import { AuditConsumer } from './audit.consumer.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { DeletedUsersConsumer } from './deleted-users.consumer.js';

@Module({
  controllers: [AuditConsumer, AuditController, DeletedUsersConsumer],
  providers: [
    AuditRepository,
    AuditService,
    // A page is shown without names rather than late.
    userDirectory(SecurityConfig, 800),
  ],
})
export class AuditModule {}
