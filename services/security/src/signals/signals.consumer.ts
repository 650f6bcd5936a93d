import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { SignalRaised } from '@casement/proto/gen/casement/security/v1/security_events.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { SignalsRepository } from './signals.repository.js';

@Controller()
export class SignalsConsumer {
  constructor(private readonly signals: SignalsRepository) {}

  @OnEvent('security.signal.raised.v1')
  async onSignal(@Payload() signal: SignalRaised, @Ctx() event: EventContext): Promise<void> {
    await this.signals.add([
      {
        id: event.id,
        kind: signal.kind,
        ip: signal.ip || null,
        userId: signal.userId || null,
        service: signal.service,
        detail: signal.detail,
        occurredAt: event.occurredAt,
      },
    ]);
  }
}
