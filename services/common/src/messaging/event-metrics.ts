import { Injectable } from '@nestjs/common';
import { Metrics } from '../core/metrics/metrics.js';

/** Seconds from the event to its effect. About 0.1 s is usual; an hour means recovery from an outage. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600];

/** Delays and failures of the events handled by this process. */
@Injectable()
export class EventMetrics {
  private readonly delay;
  private readonly failures;

  constructor(metrics: Metrics) {
    this.delay = metrics.histogram({
      name: 'casement_event_delay_seconds',
      help: 'Time from an event to the end of its handler, by subject.',
      labelNames: ['subject'],
      buckets: BUCKETS,
    });
    this.failures = metrics.counter({
      name: 'casement_event_failures_total',
      help: 'Failed deliveries by subject and consequence (retry, dead_letter).',
      labelNames: ['subject', 'then'],
    });
  }

  handled(subject: string, occurredAt: string): void {
    const seconds = (Date.now() - Date.parse(occurredAt)) / 1000;
    // The difference may be negative because the event's time comes from the database clock.
    if (!Number.isNaN(seconds)) this.delay.observe({ subject }, Math.max(0, seconds));
  }

  failed(subject: string, then: 'retry' | 'dead_letter'): void {
    this.failures.inc({ subject, then });
  }
}
