import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { UserDeleted } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { Database } from '@casement/common/data/database/database.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { Inbox } from '@casement/common/messaging/inbox.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { DeletionService } from './deleted-users.service.js';

@Controller()
export class DeletionConsumer {
  constructor(
    private readonly db: Database,
    private readonly inbox: Inbox,
    private readonly deletion: DeletionService,
  ) {}

  @OnEvent('auth.user.deleted.v1')
  async onDeleted(@Payload() deleted: UserDeleted, @Ctx() event: EventContext): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (!(await this.inbox.once(tx, event.id, 'erase-user'))) return;
      await this.deletion.deleteUser(tx, deleted.userId);
    });
  }
}
