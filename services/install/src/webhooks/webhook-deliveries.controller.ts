import { Controller, Param, Query } from '@nestjs/common';
import { webhookRoutes } from '@casement/proto/http/install/webhooks/webhooks.routes.js';
import type { WebhookDeliveriesQuery } from '@casement/proto/http/install/webhooks/webhooks.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { toDelivery } from './webhooks.mapper.js';

@Controller()
@SignedIn()
export class WebhookDeliveriesController {
  constructor(private readonly service: WebhookDeliveriesService) {}

  @Route(webhookRoutes.webhookDeliveries)
  @KeyScope('webhooks')
  async list(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() query: WebhookDeliveriesQuery,
  ) {
    const { rows, ...list } = await this.service.list(actor, id, query);
    return paged(rows.map(toDelivery), list, query, 'Deliveries');
  }

  @Route(webhookRoutes.webhookDelivery)
  @KeyScope('webhooks')
  async get(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Param('delivery') delivery: string,
  ) {
    return reply(toDelivery(await this.service.get(actor, id, delivery)), 'Delivery');
  }

  @Route(webhookRoutes.replayWebhook)
  @KeyScope('webhooks')
  async replay(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Param('delivery') delivery: string,
  ) {
    const replayed = await this.service.replay(actor, id, delivery);
    return reply(toDelivery(replayed), 'The event is sent again.');
  }

  @Route(webhookRoutes.testWebhook)
  @KeyScope('webhooks')
  async test(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return reply(toDelivery(await this.service.test(actor, id)), 'A test event is sent.');
  }
}
