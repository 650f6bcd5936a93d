import { Controller, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { webhookRoutes } from '@casement/proto/http/install/webhooks/webhooks.routes.js';
import type { WebhookListenerQuery } from '@casement/proto/http/install/webhooks/webhooks.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { EventChannel } from '../../event-streams/event-channel.js';
import { WebhookListeners } from './webhook-listeners.js';

/** Serves Server-Sent Events, which the gateway does not buffer. */
@Controller()
@SignedIn()
export class WebhookListenersController {
  constructor(private readonly listeners: WebhookListeners) {}

  @Route(webhookRoutes.webhookListener)
  @KeyScope('webhooks')
  async listen(
    @CurrentActor() actor: Actor,
    @Query() { listener: id }: WebhookListenerQuery,
    @Res() response: Response,
  ): Promise<void> {
    const listener = await this.listeners.open(actor, id);
    this.listeners.add(actor, new EventChannel(response), listener);
  }
}
