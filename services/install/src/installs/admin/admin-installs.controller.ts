import { Body, Controller, Param, Query } from '@nestjs/common';
import type {
  AdminInstallsQuery,
  UpdateInstallRequest,
} from '@casement/proto/http/install/admin-installs.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { InstallMapper } from '../install.mapper.js';
import { AdminEditsService } from './admin-edits.service.js';
import { AdminInstallsService } from './admin-installs.service.js';

const EDITED = 'Install status updated successfully';
const RETURNING =
  'The VPS is being returned to Linux; the install is set to failed when it is back, in 15 minutes at the latest';

@Controller()
@AdminOnly()
export class AdminInstallsController {
  constructor(
    private readonly service: AdminInstallsService,
    private readonly edits: AdminEditsService,
    private readonly mapper: InstallMapper,
  ) {}

  @Route(installRoutes.adminInstalls)
  @KeyScope('admin:read', { insteadOfStepUp: true })
  async list(@Query() query: AdminInstallsQuery) {
    const { rows, ...list } = await this.service.list(query);
    return paged(await this.mapper.records(rows), list, query, 'Install data');
  }

  @Route(installRoutes.setInstallStatus)
  async edit(@Param('id') id: string, @Body() { status }: UpdateInstallRequest) {
    const install = await this.edits.setStatus(id, status);
    return reply(await this.mapper.record(install), install.status === status ? EDITED : RETURNING);
  }

  @Route(installRoutes.removeInstall)
  async remove(@Param('id') id: string) {
    await this.service.remove(id);
    return reply(null, 'Install data deleted successfully');
  }
}
