import { Body, Controller, UseGuards } from '@nestjs/common';
import { Internal } from '@casement/common/platform/auth/access.decorators.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { defineRoutes } from '@casement/proto/http/route.js';
import { SecurityConfig } from '../config.js';
import { EvaluationService } from './evaluation.service.js';
import { GatewayLogGuard } from './gateway-log.guard.js';
import { detailOf, gatewayEntries, kindOf, type GatewayEntry } from './gateway-entry.js';

/** Kept out of proto/http because the gateway is the only caller. */
const gatewayLogRoutes = defineRoutes({
  log: {
    method: 'POST',
    path: '/internal/gateway-log',
    effect: 'proof',
    body: gatewayEntries,
    status: 204,
    raw: 'application/json',
  },
});

/** Receives the gateway's log, from which requests that the gateway refused itself become signals. */
@Controller()
@Internal()
@UseGuards(GatewayLogGuard)
export class GatewayLogController {
  constructor(
    private readonly evaluation: EvaluationService,
    private readonly config: SecurityConfig,
  ) {}

  @Route(gatewayLogRoutes.log)
  async log(@Body() entries: GatewayEntry[]): Promise<void> {
    const signals = entries.flatMap((entry) => {
      const kind = kindOf(entry, this.config.PUBLIC_URL);
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
