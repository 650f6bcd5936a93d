import { Body, Controller, Param } from '@nestjs/common';
import { webhookRoutes } from '@casement/proto/http/install/webhooks/webhooks.routes.js';
import type { WebhookRequest } from '@casement/proto/http/install/webhooks/webhooks.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toWebhook } from './webhooks.mapper.js';
import { WebhooksService } from './webhooks.service.js';

@Controller()
@SignedIn()
export class WebhooksController {
  constructor(private readonly service: WebhooksService) {}

  @Route(webhookRoutes.webhooks)
  @KeyScope('webhooks')
  async list(@CurrentActor() actor: Actor) {
    return reply((await this.service.list(actor)).map(toWebhook), 'Webhooks');
  }

  @Route(webhookRoutes.webhook)
  @KeyScope('webhooks')
  async get(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return reply(toWebhook(await this.service.get(actor, id)), 'Webhook');
  }

  @Route(webhookRoutes.createWebhook)
  @KeyScope('webhooks', { insteadOfStepUp: true })
  async create(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: WebhookRequest,
  ) {
    const { endpoint, secret } = await this.service.create(unit, actor, body);
    return reply({ ...toWebhook(endpoint), secret }, 'The webhook was created.');
  }

  @Route(webhookRoutes.updateWebhook)
  @KeyScope('webhooks', { insteadOfStepUp: true })
  async update(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: WebhookRequest,
  ) {
    return reply(toWebhook(await this.service.update(actor, id, body)), 'The webhook was saved.');
  }

  @Route(webhookRoutes.pauseWebhook)
  @KeyScope('webhooks')
  async pause(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return reply(toWebhook(await this.service.pause(actor, id)), 'The webhook is paused.');
  }

  @Route(webhookRoutes.resumeWebhook)
  @KeyScope('webhooks', { insteadOfStepUp: true })
  async resume(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return reply(toWebhook(await this.service.resume(actor, id)), 'The webhook is active again.');
  }

  @Route(webhookRoutes.rotateWebhookSecret)
  @KeyScope('webhooks', { insteadOfStepUp: true })
  async rotate(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
  ) {
    const { endpoint, secret } = await this.service.rotate(unit, actor, id);
    return reply({ ...toWebhook(endpoint), secret }, 'The webhook has a new secret.');
  }

  @Route(webhookRoutes.deleteWebhook)
  @KeyScope('webhooks')
  async delete(@CurrentActor() actor: Actor, @Param('id') id: string) {
    await this.service.delete(actor, id);
    return reply(null, 'The webhook was deleted.');
  }
}
