import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { AuditRecorded } from '@casement/proto/gen/casement/security/v1/security_events.js';
import { actorRole } from '@casement/proto/http/security/audit.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { AuditService } from './audit.service.js';

@Controller()
export class AuditConsumer {
  constructor(private readonly audit: AuditService) {}

  @OnEvent('security.audit.recorded.v1')
  async onRecorded(@Payload() act: AuditRecorded, @Ctx() event: EventContext): Promise<void> {
    await this.audit.add({
      id: event.id,
      actorId: act.actorId || null,
      actorRole: actorRole.safeParse(act.actorRole).data ?? null,
      apiKeyId: act.apiKeyId ?? null,
      action: act.action,
      target: act.target,
      before: act.before,
      after: act.after,
      ip: act.ip || null,
      service: act.service,
      occurredAt: event.occurredAt,
    });
  }
}
