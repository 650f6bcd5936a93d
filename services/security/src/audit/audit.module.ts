import { Module } from '@nestjs/common';
import { userDirectory } from '@casement/common/platform/users/user-directory.js';
import { SecurityConfig } from '../config.js';
import { AuditConsumer } from './audit.consumer.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';

/** Deadline in ms for fetching usernames. If it is exceeded, the page is shown without names. */
const NAMES_DEADLINE_MS = 800;

@Module({
  controllers: [AuditConsumer, AuditController],
  providers: [AuditRepository, AuditService, userDirectory(SecurityConfig, NAMES_DEADLINE_MS)],
  exports: [AuditService],
})
export class AuditModule {}
