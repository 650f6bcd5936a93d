import { Module } from '@nestjs/common';
import { WebhookEvents } from './webhook-events.js';

/** For what makes events. */
@Module({ providers: [WebhookEvents], exports: [WebhookEvents] })
export class WebhookEventsModule {}
