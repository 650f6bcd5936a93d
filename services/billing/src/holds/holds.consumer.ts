import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { InstallStatusChanged } from '@casement/proto/gen/casement/install/v1/install_events.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { Inbox } from '@casement/common/messaging/inbox.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { HoldsService } from './holds.service.js';

@Controller()
export class HoldsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly holds: HoldsService,
  ) {}

  @OnEvent('install.job.status-changed.v1')
  async onStatusChanged(
    @Payload() change: InstallStatusChanged,
    @Ctx() event: EventContext,
  ): Promise<void> {
    await this.inbox.once(event.id, 'settle-holds', (tx) => this.holds.applyStatus(tx, change));
  }
}
