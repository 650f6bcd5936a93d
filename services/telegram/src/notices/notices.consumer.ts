import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { TopupPaid } from '@casement/proto/gen/casement/billing/v1/billing_events.js';
import type { InstallStatusChanged } from '@casement/proto/gen/casement/install/v1/install_events.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { NoticesRepository } from './notices.repository.js';

/** The events that users are told of. */
@Controller()
export class NoticesConsumer {
  constructor(private readonly notices: NoticesRepository) {}

  @OnEvent('install.job.status-changed.v1')
  async onInstallStatus(
    @Payload() change: InstallStatusChanged,
    @Ctx() event: EventContext,
  ): Promise<void> {
    await this.notices.record(event, {
      userId: change.userId,
      kind: 'install_status',
      content: {
        installId: change.installId,
        ip: change.ip,
        status: change.status,
        version: change.version,
        failureMessage: change.failureMessage,
      },
    });
  }

  @OnEvent('billing.topup.paid.v1')
  async onTopupPaid(@Payload() paid: TopupPaid, @Ctx() event: EventContext): Promise<void> {
    await this.notices.record(event, {
      userId: paid.userId,
      kind: 'topup_paid',
      content: {
        reference: paid.reference,
        quantity: paid.quantity,
        finalAmount: paid.finalAmount,
      },
    });
  }
}
