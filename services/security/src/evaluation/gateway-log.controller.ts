import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Internal } from '@casement/common/auth/access.decorators.js';
import { newId } from '@casement/common/database/new-id.js';
import { EvaluationService } from './evaluation.service.js';
import { detailOf, gatewayEntries, kindOf, type GatewayEntry } from './gateway-entry.js';

/** The gateway reports what it refused itself: no service ever saw those requests. */
@Controller('internal/gateway-log')
@Internal()
export class GatewayLogController {
  constructor(private readonly evaluation: EvaluationService) {}

  @Post()
  @HttpCode(204)
  async log(@Body({ schema: gatewayEntries }) entries: GatewayEntry[]): Promise<void> {
    const signals = entries.flatMap((entry) => {
      const kind = kindOf(entry);
      if (kind === null) return [];
      return [
        {
          id: newId(),
          kind,
          ip: entry.client_ip || null,
          userId: null,
          service: 'gateway',
          detail: detailOf(entry),
          occurredAt: new Date(entry.started_at),
          count: 1,
        },
      ];
    });
    await this.evaluation.ingest(signals);
  }
}
