import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Internal } from '@casement/common/auth/access.decorators.js';
import { newId } from '@casement/common/database/new-id.js';
import { SignalsRepository } from '../signals/signals.repository.js';
import { gatewayEntries, kindOf, type GatewayEntry } from './gateway-entry.js';

/** The gateway reports what it refused by itself: no service ever saw those requests. */
@Controller('internal/gateway-log')
@Internal()
export class GatewayLogController {
  constructor(private readonly signals: SignalsRepository) {}

  @Post()
  @HttpCode(204)
  async log(@Body({ schema: gatewayEntries }) entries: GatewayEntry[]): Promise<void> {
    const signals = entries.flatMap((entry) => {
      const kind = kindOf(entry);
      if (kind === null) return [];
      const detail = `${entry.request.method ?? ''} ${entry.route?.name ?? ''}`.trim();
      return [
        {
          id: newId(),
          kind,
          ip: entry.client_ip || null,
          userId: null,
          service: 'gateway',
          detail,
          occurredAt: new Date(entry.started_at),
        },
      ];
    });
    await this.signals.add(signals);
  }
}
