import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { AccessRevoked } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { Inbox } from '@casement/common/messaging/inbox.js';
import { LinksService } from './links.service.js';

@Controller()
export class LinksConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly links: LinksService,
  ) {}

  /** Uses the inbox, because a redelivery must not remove a link that the owner has created since. */
  @OnEvent('auth.access.revoked.v1')
  async onAccessRevoked(
    @Payload() { userId }: AccessRevoked,
    @Ctx() event: EventContext,
  ): Promise<void> {
    await this.inbox.once(event.id, 'links', (tx) => this.links.revokeAccess(tx, userId));
  }
}
