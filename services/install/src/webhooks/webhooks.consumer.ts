import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type {
  AccessRevoked,
  ApiKeyUsedFromNewNetwork,
} from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import type {
  QuotaChanged,
  TopupPaid,
  TopupRefunded,
} from '@casement/proto/gen/casement/billing/v1/billing_events.js';
import { crossedLowQuota } from '@casement/proto/http/billing/quota.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { Inbox } from '@casement/common/messaging/inbox.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { WebhookEvents, type NewWebhookEvent } from './webhook-events.js';
import { WebhookWorker } from './sending/webhook-worker.js';
import { WebhooksService } from './webhooks.service.js';

/** Older events about a low quota are useless. */
const MAX_QUOTA_AGE_MS = 24 * 3_600_000;

/** Consumes events of other services. A webhook event keeps the id of the event that caused it. */
@Controller()
export class WebhooksConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly events: WebhookEvents,
    private readonly worker: WebhookWorker,
    private readonly webhooks: WebhooksService,
  ) {}

  @OnEvent('billing.topup.paid.v1')
  onTopupPaid(@Payload() paid: TopupPaid, @Ctx() event: EventContext): Promise<void> {
    const { userId, reference, quantity, finalAmount } = paid;
    const data = { reference, quantity, final_amount: finalAmount };
    return this.record(event, { userId, type: 'topup.paid', data });
  }

  @OnEvent('billing.topup.refunded.v1')
  onTopupRefunded(
    @Payload() { userId, reference, quantity, amount }: TopupRefunded,
    @Ctx() event: EventContext,
  ): Promise<void> {
    const data = { reference, quantity, amount };
    return this.record(event, { userId, type: 'topup.refunded', data });
  }

  @OnEvent('billing.quota.changed.v1')
  async onQuotaChanged(
    @Payload() { userId, quota, amount }: QuotaChanged,
    @Ctx() event: EventContext,
  ): Promise<void> {
    if (!crossedLowQuota(quota, amount)) return;
    if (Date.now() - event.occurredAt.getTime() > MAX_QUOTA_AGE_MS) return;
    await this.record(event, { userId, type: 'quota.low', data: { quota } });
  }

  @OnEvent('auth.api-key.used-from-new-network.v1')
  onNewNetwork(
    @Payload() { userId, apiKeyId, name, address }: ApiKeyUsedFromNewNetwork,
    @Ctx() event: EventContext,
  ): Promise<void> {
    const data = { api_key_id: apiKeyId, name, address };
    return this.record(event, { userId, type: 'api_key.new_network', data });
  }

  @OnEvent('auth.access.revoked.v1')
  async onAccessRevoked(
    @Payload() { userId }: AccessRevoked,
    @Ctx() event: EventContext,
  ): Promise<void> {
    await this.inbox.once(event.id, 'webhooks', (tx) => this.webhooks.pauseAllOf(tx, userId));
  }

  private async record(
    { id, occurredAt: at }: EventContext,
    event: Pick<NewWebhookEvent, 'userId' | 'type' | 'data'>,
  ): Promise<void> {
    await this.inbox.once(id, 'webhooks', (tx) => this.events.add(tx, { ...event, id, at }));
    this.worker.notify();
  }
}
