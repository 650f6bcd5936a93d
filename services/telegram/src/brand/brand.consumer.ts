import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import type { BrandChanged } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { BrandService } from './brand.service.js';

@Controller()
export class BrandConsumer {
  constructor(private readonly service: BrandService) {}

  @OnEvent('auth.brand.changed.v1')
  onChanged(@Payload() brand: BrandChanged): Promise<void> {
    return this.service.apply(brand);
  }
}
