import { Module } from '@nestjs/common';
import { MessagingMetrics } from './messaging-metrics.js';
import { StreamReconciler } from './stream-reconciler.js';

/** Settings and metrics of the event stream and the edge buckets. */
@Module({ providers: [StreamReconciler, MessagingMetrics] })
export class StreamsModule {}
