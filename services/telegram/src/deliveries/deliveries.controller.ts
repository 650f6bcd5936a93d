import { Body, Controller, Param, Query } from '@nestjs/common';
import { AdminOnly, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type {
  DeliveriesQuery,
  Delivery,
  SendTestRequest,
} from '@casement/proto/http/telegram/telegram.js';
import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import { DeliveriesService, type DeliveryRow } from './deliveries.service.js';
import { TestMessagesService } from './test-messages.service.js';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly tests: TestMessagesService,
  ) {}

  @Route(telegramRoutes.deliveries)
  @AdminOnly()
  async list(@Query() query: DeliveriesQuery) {
    const { rows, names, ...page } = await this.deliveries.page(query);
    const list = rows.map((row) => toDelivery(row, names.get(row.userId) ?? null));
    return paged(list, page, query, 'Deliveries');
  }

  @Route(telegramRoutes.retryDelivery)
  @AdminOnly()
  async retry(@Param('id') id: string) {
    await this.deliveries.retry(id);
    return reply(null, 'The notification will be sent again');
  }

  @Route(telegramRoutes.sendOwnTest)
  @SignedIn()
  async sendOwnTest(@CurrentActor() actor: Actor, @Body() { channel }: SendTestRequest) {
    return reply(await this.tests.send(actor, channel), 'Test sent');
  }

  @Route(telegramRoutes.sendTest)
  @AdminOnly()
  async sendTest(@CurrentActor() actor: Actor, @Body() { channel }: SendTestRequest) {
    return reply(await this.tests.send(actor, channel), 'Test sent');
  }
}

const toDelivery = (row: DeliveryRow, username: string | null): Delivery => ({
  id: row.id,
  user_id: row.userId,
  username,
  event: row.kind,
  status: row.status,
  channel: row.channel,
  attempts: row.attempts,
  error: row.error,
  created_at: row.createdAt.toISOString(),
  sent_at: row.sentAt?.toISOString() ?? null,
});
