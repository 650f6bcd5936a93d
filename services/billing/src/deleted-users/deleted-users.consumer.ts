import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { UserDeleted } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { Inbox } from '@casement/common/messaging/inbox.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { CallbacksService } from '../callbacks/callbacks.service.js';
import { ReceiptsService } from '../receipts/receipts.service.js';
import { Settlement } from '../topups/settlement.js';

/**
 * Erases data that identifies a deleted user: payment links, idempotency keys, provider callbacks and the buyer of
 * receipts.
 *
 * The ledger, the top-ups and the receipts' amounts stay, under a user ID that can no longer be traced to a person.
 */
@Controller()
export class DeletedUsersConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly settlement: Settlement,
    private readonly callbacks: CallbacksService,
    private readonly receipts: ReceiptsService,
  ) {}

  @OnEvent('auth.user.deleted.v1')
  async onDeleted(@Payload() { userId }: UserDeleted, @Ctx() event: EventContext): Promise<void> {
    await this.inbox.once(event.id, 'erase-user', async (tx) => {
      // Closes the account first: its locks wait for callbacks in progress, which are then erased as well.
      await this.settlement.closeAccount(tx, userId);
      await this.callbacks.eraseOf(tx, userId);
      await this.receipts.eraseBuyer(tx, userId);
    });
  }
}
