import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { UserSuspended } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { Inbox } from '@casement/common/messaging/inbox.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { BatchesService } from './batches.service.js';

@Controller()
export class BatchesConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly batches: BatchesService,
  ) {}

  /** Handled once because a redelivery would pause batches that the user has resumed after the suspension. */
  @OnEvent('auth.user.suspended.v1')
  async onSuspended(
    @Payload() { userId }: UserSuspended,
    @Ctx() event: EventContext,
  ): Promise<void> {
    await this.inbox.once(event.id, 'batches', (tx) => this.batches.pauseAllOf(tx, userId));
  }
}
