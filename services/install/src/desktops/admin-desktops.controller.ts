import { Controller, Param, Query } from '@nestjs/common';
import type { DesktopsQuery } from '@casement/proto/http/install/desktops/desktops.js';
import { desktopRoutes } from '@casement/proto/http/install/desktops/desktops.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { AdminDesktopsService } from './admin-desktops.service.js';

@Controller()
@AdminOnly()
export class AdminDesktopsController {
  constructor(private readonly service: AdminDesktopsService) {}

  @Route(desktopRoutes.adminDesktops)
  @KeyScope('admin:read', { insteadOfStepUp: true })
  async list(@Query() query: DesktopsQuery) {
    const { rows, ...list } = await this.service.list(query);
    return paged(rows, list, query, 'Desktops');
  }

  @Route(desktopRoutes.endDesktop)
  async end(@Param('id') id: string) {
    return reply(await this.service.end(id), 'The desktop is being closed');
  }
}
