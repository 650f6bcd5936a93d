import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type {
  IpBlocked,
  IpUnblocked,
} from '@casement/proto/gen/casement/security/v1/security_events.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { BlocksProjection } from './blocks-projection.js';

/** Projects decisions to the enforcement points. Needs no inbox because it writes the current row. */
@Controller()
export class BlocksConsumer {
  constructor(private readonly projection: BlocksProjection) {}

  @OnEvent('security.ip.blocked.v1', { concurrency: 2 })
  onBlocked(@Payload() { ip }: IpBlocked): Promise<void> {
    return this.projection.project(ip);
  }

  @OnEvent('security.ip.unblocked.v1', { concurrency: 2 })
  onUnblocked(@Payload() { ip }: IpUnblocked): Promise<void> {
    return this.projection.project(ip);
  }
}
