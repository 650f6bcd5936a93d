import { Injectable } from '@nestjs/common';
import { Metrics } from '../core/metrics/metrics.js';

/** From a fact to its effect: a tenth of a second is usual, an hour is an outage that is being caught up with. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600];

/** What became of the events that this process was handed. */
@Injectable()
export class EventMetrics {
  private readonly delay;
  private readonly failures;

  constructor(metrics: Metrics) {
    this.delay = metrics.histogram({
      name: 'casement_event_delay_seconds',
      help: 'From the moment an event occurred until its handler was done, by subject.',
      labelNames: ['subject'],
      buckets: BUCKETS,
    });
    this.failures = metrics.counter({
      name: 'casement_event_failures_total',
      help: 'Deliveries that failed, by subject and what follows (retry, dead_letter).',
      labelNames: ['subject', 'then'],
    });
  }

  handled(subject: string, occurredAt: string): void {
    const seconds = (Date.now() - Date.parse(occurredAt)) / 1000;
    // The database's clock wrote it, ours reads it.
    if (!Number.isNaN(seconds)) this.delay.observe({ subject }, Math.max(0, seconds));
  }

  failed(subject: string, then: 'retry' | 'dead_letter'): void {
    this.failures.inc({ subject, then });
  }
}
