import { Body, Controller, Query } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { ReadNotificationsRequest } from '@casement/proto/http/telegram/telegram.js';
import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import { toNotification } from './notices.mapper.js';
import { NoticesService } from './notices.service.js';

@Controller()
@SignedIn()
export class NoticesController {
  constructor(private readonly notices: NoticesService) {}

  @Route(telegramRoutes.notifications)
  async list(@CurrentActor() actor: Actor, @Query() query: PageQuery) {
    const { rows, ...page } = await this.notices.page(actor.userId, query);
    return paged(rows.map(toNotification), page, query, 'Notifications');
  }

  @Route(telegramRoutes.readNotifications)
  async read(@CurrentActor() actor: Actor, @Body() { until }: ReadNotificationsRequest) {
    await this.notices.markRead(actor.userId, until);
    return reply(null, 'Notifications read');
  }
}
