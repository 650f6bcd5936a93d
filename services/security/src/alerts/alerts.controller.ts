import { Body, Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import {
  alertsQuery,
  clearAlertsRequest,
  clearedAlerts,
  securityAlert,
  type AlertsQuery,
  type ClearAlertsRequest,
} from '@casement/proto/http/security/alerts.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { paged, reply } from '@casement/common/http/reply.js';
import { toSecurityAlert } from './alerts.mapper.js';
import { AlertsService } from './alerts.service.js';

@Controller('security/alerts')
@AdminOnly()
export class AlertsController {
  constructor(private readonly service: AlertsService) {}

  @Get()
  @Answers(securityAlert, { paged: true })
  async list(@Query({ schema: alertsQuery }) query: AlertsQuery) {
    const { rows, total } = await this.service.page(query);
    return paged(rows.map(toSecurityAlert), total, query, 'Security alerts');
  }

  /** Stands before `:id`: fixed paths win. */
  @Delete('clear')
  @Answers(clearedAlerts)
  async clear(@Body({ schema: clearAlertsRequest }) body: ClearAlertsRequest) {
    return reply({ cleared: await this.service.clear(body) }, 'Alerts cleared');
  }

  @Delete(':id')
  @Answers(null)
  async delete(@Param('id', { schema: z.uuid('Unknown alert') }) id: string) {
    await this.service.delete(id);
    return reply(null, 'Alert deleted');
  }
}
