import { Body, Controller, Param } from '@nestjs/common';
import type { ReleaseInstallRequest } from '@casement/proto/http/install/admin-installs.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { InstallMapper } from '../installs/install.mapper.js';
import { AdminRecoveryService } from './admin-recovery.service.js';

@Controller()
@AdminOnly()
export class AdminRecoveryController {
  constructor(
    private readonly service: AdminRecoveryService,
    private readonly mapper: InstallMapper,
  ) {}

  @Route(installRoutes.startWindowsAgain)
  async startWindows(@Param('id') id: string) {
    const install = await this.service.startWindows(id);
    return reply(await this.mapper.record(install), 'The recovery system starts Windows again');
  }

  @Route(installRoutes.releaseInstall)
  async release(@Param('id') id: string, @Body() { note }: ReleaseInstallRequest) {
    const install = await this.service.release(id, note);
    return reply(await this.mapper.record(install), 'Quota returned');
  }
}
