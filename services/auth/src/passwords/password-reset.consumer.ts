import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { Inbox } from '@casement/common/messaging/inbox.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import type { PasswordResetRequested } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { PasswordResetService } from './password-reset.service.js';

@Controller()
export class PasswordResetConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly service: PasswordResetService,
  ) {}

  @OnEvent('auth.password-reset.requested.v1')
  async onRequested(
    @Payload() request: PasswordResetRequested,
    @Ctx() event: EventContext,
  ): Promise<void> {
    const account = await this.service.findAccount(request);
    if (!account) return;
    await this.inbox.once(event.id, 'send-reset-link', (tx) => this.service.send(tx, account.id));
  }
}
