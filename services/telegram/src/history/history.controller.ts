import { Body, Controller, Query } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { ReadNotificationsRequest } from '@casement/proto/http/telegram.js';
import { telegramRoutes } from '@casement/proto/http/telegram.routes.js';
import { toNotification } from './history.mapper.js';
import { HistoryService } from './history.service.js';

/** A user's own notifications, as the bell of the page shows them. */
@Controller()
@SignedIn()
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Route(telegramRoutes.notifications)
  async list(@CurrentActor() actor: Actor, @Query() query: PageQuery) {
    const { rows, ...page } = await this.history.page(actor, query);
    return paged(rows.map(toNotification), page, query, 'Notifications');
  }

  @Route(telegramRoutes.readNotifications)
  async read(@CurrentActor() actor: Actor, @Body() { until }: ReadNotificationsRequest) {
    await this.history.read(actor, until);
    return reply(null, 'Notifications read');
  }
}
