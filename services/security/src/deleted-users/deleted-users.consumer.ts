import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { UserDeleted } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { AuditRepository } from './audit.repository.js';

@Controller()
export class DeletedUsersConsumer {
  constructor(private readonly audit: AuditRepository) {}

  /** Needs no inbox: erasing again finds nothing. */
  @OnEvent('auth.user.deleted.v1')
  onDeleted(@Payload() { userId }: UserDeleted): Promise<void> {
    return this.audit.eraseProfileTexts(userId);
  }
}
