import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { UserDeleted } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { DeletedUsersService } from './deleted-users.service.js';

@Controller()
export class DeletedUsersConsumer {
  constructor(private readonly service: DeletedUsersService) {}

  /** Erasing is idempotent, so no inbox is needed. */
  @OnEvent('auth.user.deleted.v1')
  onDeleted(@Payload() { userId }: UserDeleted): Promise<void> {
    return this.service.erase(userId);
  }
}
