import { Module } from '@nestjs/common';
import { AccountClosureModule } from '../account-closure/account-closure.module.js';
import { EventStreamsModule } from '../event-streams/event-streams.module.js';
import { WebhookListenersController } from './listening/webhook-listeners.controller.js';
import { WebhookListenersRepository } from './listening/webhook-listeners.repository.js';
import { WebhookListeners } from './listening/webhook-listeners.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { WebhookEvents } from './webhook-events.js';
import { WebhookPauses } from './sending/webhook-pauses.js';
import { WebhookRunner } from './sending/webhook-runner.js';
import { WebhookSender } from './sending/webhook-sender.js';
import { WebhookWorker } from './sending/webhook-worker.js';
import { WebhooksConsumer } from './webhooks.consumer.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [AccountClosureModule, EventStreamsModule],
  controllers: [
    WebhookDeliveriesController,
    WebhookListenersController,
    WebhooksConsumer,
    WebhooksController,
  ],
  providers: [
    WebhookDeliveriesRepository,
    WebhookDeliveriesService,
    WebhookEndpointsRepository,
    WebhookEvents,
    WebhookListeners,
    WebhookListenersRepository,
    WebhookPauses,
    WebhookRunner,
    WebhookSender,
    WebhookWorker,
    WebhooksService,
  ],
  exports: [WebhookEvents, WebhooksService],
})
export class WebhooksModule {}
