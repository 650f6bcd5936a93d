import { BaseRpcContext } from '@nestjs/microservices';
import type { EventEnvelope } from '@casement/proto/gen/casement/common/v1/event_envelope.js';

/** What a handler may ask about its event: `@Ctx() event: EventContext`. */
export class EventContext extends BaseRpcContext<[EventEnvelope, number]> {
  /** Permanent: hand it to `Inbox.once`. */
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

  /** The user who caused it; undefined for the system itself. */
  get actorId(): string | undefined {
    return this.args[0].actorId || undefined;
  }

  /** 1 for the first delivery. */
  get deliveries(): number {
    return this.args[1];
  }
}
