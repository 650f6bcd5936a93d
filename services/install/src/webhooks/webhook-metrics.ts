import { Injectable } from '@nestjs/common';
import { Metrics } from '@casement/common/metrics/metrics.js';
import { webhookFailure, type WebhookTry } from '@casement/proto/http/webhooks.js';

/** How deliveries to users' endpoints go. */
@Injectable()
export class WebhookMetrics {
  private readonly tries;

  constructor(metrics: Metrics) {
    this.tries = metrics.counter({
      name: 'casement_webhook_tries_total',
      help: 'Tries to deliver an event to an endpoint of a user, by outcome.',
      labelNames: ['outcome'],
    });
    for (const outcome of ['delivered', ...webhookFailure.options]) this.tries.inc({ outcome }, 0);
  }

  tried({ failure }: WebhookTry): void {
    this.tries.inc({ outcome: failure ?? 'delivered' });
  }
}
