import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { SignalRaised } from '@casement/proto/gen/casement/security/v1/security_events.js';
import { isId } from '@casement/common/database/new-id.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { JudgeService } from './judge.service.js';

@Controller()
export class SignalsConsumer {
  constructor(private readonly judge: JudgeService) {}

  @OnEvent('security.signal.raised.v1', { concurrency: 2 })
  async onSignal(@Payload() signal: SignalRaised, @Ctx() event: EventContext): Promise<void> {
    await this.judge.take([
      {
        id: event.id,
        kind: signal.kind,
        ip: signal.ip || null,
        userId: isId(signal.userId) ? signal.userId : null,
        service: signal.service,
        detail: signal.detail,
        occurredAt: event.occurredAt,
        count: signal.count ?? 1,
      },
    ]);
  }
}
