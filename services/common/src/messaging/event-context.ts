import { BaseRpcContext } from '@nestjs/microservices';
import type { EventEnvelope } from '@casement/proto/gen/casement/common/v1/event_envelope.js';

/** Event metadata for handlers: `@Ctx() event: EventContext`. */
export class EventContext extends BaseRpcContext<[EventEnvelope, number]> {
  /** Permanent id; pass it to `Inbox.claim`. */
  get id(): string {
    return this.args[0].id;
  }

  get subject(): string {
    return this.args[0].subject;
  }

  get occurredAt(): Date {
    return new Date(this.args[0].occurredAt);
  }

  get correlationId(): string {
    return this.args[0].correlationId;
  }

  /** User who caused the event; undefined for the system. */
  get actorId(): string | undefined {
    return this.args[0].actorId || undefined;
  }

  /** 1 for the first delivery. */
  get deliveries(): number {
    return this.args[1];
  }
}
