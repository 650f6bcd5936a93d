import { Body, Controller, Param } from '@nestjs/common';
import type { InstallAgainRequest } from '@casement/proto/http/install/install.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import type { ReturnToLinuxRequest } from '@casement/proto/http/install/linux.js';
import { linuxRoutes } from '@casement/proto/http/install/linux.routes.js';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { InstallMapper } from '../installs/install.mapper.js';
import { InstallAgainService } from './install-again.service.js';

@Controller()
@SignedIn()
export class InstallAgainController {
  constructor(
    private readonly service: InstallAgainService,
    private readonly mapper: InstallMapper,
  ) {}

  @Route(installRoutes.installAgain)
  async request(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: InstallAgainRequest,
  ) {
    const install = await this.service.request(unit, actor, id, body);
    const record = await unit.transaction((tx) => this.mapper.record(install, tx));
    return reply(record, 'Installation started');
  }

  @Route(linuxRoutes.returnToLinux)
  async returnToLinux(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: ReturnToLinuxRequest,
  ) {
    const install = await this.service.returnToLinux(unit, actor, id, body);
    const record = await unit.transaction((tx) => this.mapper.record(install, tx));
    return reply(record, 'Return to Linux started');
  }
}
