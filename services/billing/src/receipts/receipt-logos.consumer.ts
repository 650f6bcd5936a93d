import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import type { BrandChanged } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { ReceiptsService } from './receipts.service.js';

@Controller()
export class ReceiptLogosConsumer {
  constructor(private readonly service: ReceiptsService) {}

  @OnEvent('auth.brand.changed.v1')
  onBrandChanged(@Payload() brand: BrandChanged): Promise<void> {
    return this.service.applyBrand(brand);
  }
}
