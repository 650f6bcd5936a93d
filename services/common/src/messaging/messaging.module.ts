import { Global, Module } from '@nestjs/common';
import { Audit } from './audit.js';
import { DeadLetters } from './dead-letters/dead-letters.js';
import { EventMetrics } from './event-metrics.js';
import { EventPublisher } from './event-publisher.js';
import { EventStream } from './event-stream.js';
import { Inbox } from './inbox.js';
import { MessagingPruning } from './messaging-pruning.js';
import { Nats } from './nats.js';
import { OutboxPublisher } from './outbox/outbox-publisher.js';
import { OutboxWakeup } from './outbox/outbox-wakeup.js';
import { Outbox } from './outbox/outbox.js';
import { RetryPolicy } from './retry-policy.js';
import { Signals } from './signals.js';

/** Events: outbox, JetStream, inbox, dead letters, audit records and signals. */
@Global()
@Module({
  providers: [
    Nats,
    EventStream,
    EventPublisher,
    Outbox,
    OutboxWakeup,
    OutboxPublisher,
    Inbox,
    DeadLetters,
    MessagingPruning,
    Signals,
    Audit,
    EventMetrics,
    { provide: RetryPolicy, useFactory: () => new RetryPolicy() },
  ],
  exports: [
    Nats,
    EventStream,
    EventPublisher,
    Outbox,
    OutboxWakeup,
    Inbox,
    DeadLetters,
    Signals,
    Audit,
  ],
})
export class MessagingModule {}
