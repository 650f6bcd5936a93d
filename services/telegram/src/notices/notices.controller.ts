import { Body, Controller, Query } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import {
  notification,
  type Notification,
  type ReadNotificationsRequest,
} from '@casement/proto/http/telegram/telegram.js';
import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import { NoticesService, type HistoryNotice } from './notices.service.js';

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

const endings = notification.shape.install.unwrap().shape.status;

/** Selects individual fields, because a notice's content has more than its owner should see. */
function toNotification({ id, kind, content, read, occurredAt }: HistoryNotice): Notification {
  const { installId, ip, label, status, desktop, reference, quantity, quota, host } = content;
  return {
    id,
    event: kind,
    install:
      kind === 'install_finished'
        ? {
            id: String(installId),
            ip: String(ip),
            ...(label !== undefined && { label: String(label) }),
            status: endings.parse(status),
            desktop: desktop !== undefined,
          }
        : null,
    topup:
      kind === 'topup_paid' ? { reference: String(reference), quantity: Number(quantity) } : null,
    quota: kind === 'quota_low' ? Number(quota) : null,
    webhook: kind === 'webhook_paused' ? { host: String(host) } : null,
    read,
    created_at: occurredAt.toISOString(),
  };
}
