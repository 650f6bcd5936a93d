import { Body, Controller, Param, Query } from '@nestjs/common';
import type { AlertsQuery, ClearAlertsRequest } from '@casement/proto/http/security/alerts.js';
import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toSecurityAlert } from './alerts.mapper.js';
import { AlertsService } from './alerts.service.js';

@Controller()
@AdminOnly()
export class AlertsController {
  constructor(private readonly service: AlertsService) {}

  @Route(securityRoutes.alerts)
  @KeyScope('admin:read')
  async list(@Query() query: AlertsQuery) {
    const { rows, ...list } = await this.service.page(query);
    return paged(rows.map(toSecurityAlert), list, query, 'Security alerts');
  }

  /** Declared before `:id`, which would otherwise match this path. */
  @Route(securityRoutes.clearAlerts)
  async clear(@Body() body: ClearAlertsRequest) {
    return reply({ cleared: await this.service.clear(body) }, 'Alerts cleared');
  }

  @Route(securityRoutes.deleteAlert)
  async delete(@Param('id') id: string) {
    await this.service.delete(id);
    return reply(null, 'Alert deleted');
  }
}
