import { Module } from '@nestjs/common';
import { InstallsModule } from '../installs/installs.module.js';
import { WebhookListenersController } from './listening/webhook-listeners.controller.js';
import { WebhookListenersRepository } from './listening/webhook-listeners.repository.js';
import { WebhookListeners } from './listening/webhook-listeners.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { WebhookEventsModule } from './webhook-events.module.js';
import { WebhookPauses } from './sending/webhook-pauses.js';
import { WebhookRunner } from './sending/webhook-runner.js';
import { WebhookSender } from './sending/webhook-sender.js';
import { WebhookWorker } from './sending/webhook-worker.js';
import { WebhooksConsumer } from './webhooks.consumer.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

/** Users' endpoints, and what is sent to them. */
@Module({
  imports: [InstallsModule, WebhookEventsModule],
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
    WebhookListeners,
    WebhookListenersRepository,
    WebhookPauses,
    WebhookRunner,
    WebhookSender,
    WebhookWorker,
    WebhooksService,
  ],
})
export class WebhooksModule {}
