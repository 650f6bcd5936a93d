import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import type { SessionRevoked } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { RevocationsService } from './revocations.service.js';

@Controller()
export class SessionsConsumer {
  constructor(private readonly service: RevocationsService) {}

  @OnEvent('auth.session.revoked.v1')
  onRevoked(@Payload() event: SessionRevoked): Promise<void> {
    return this.service.project(event);
  }
}
