import { Controller, Param, Query } from '@nestjs/common';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { DeliveriesQuery, Delivery } from '@casement/proto/http/telegram.js';
import { telegramRoutes } from '@casement/proto/http/telegram.routes.js';
import type { DeliveryRow } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';

@Controller()
@AdminOnly()
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Route(telegramRoutes.deliveries)
  async list(@Query() query: DeliveriesQuery) {
    const { rows, names, ...page } = await this.deliveries.page(query);
    const list = rows.map((row) => toDelivery(row, names.get(row.userId) ?? null));
    return paged(list, page, query, 'Deliveries');
  }

  @Route(telegramRoutes.retryDelivery)
  async retry(@Param('id') id: string) {
    await this.deliveries.retry(id);
    return reply(null, 'The notification will be sent again');
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
