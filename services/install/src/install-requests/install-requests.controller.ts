import { Body, Controller } from '@nestjs/common';
import type { InstallRequest } from '@casement/proto/http/install/install.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { InstallMapper } from '../installs/install.mapper.js';
import { InstallRequestsService } from './install-requests.service.js';

@Controller()
@SignedIn()
export class InstallRequestsController {
  constructor(
    private readonly service: InstallRequestsService,
    private readonly mapper: InstallMapper,
  ) {}

  @Route(installRoutes.requestInstall)
  @KeyScope('installs:write')
  async request(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: InstallRequest,
  ) {
    const install = await this.service.request(unit, actor, body);
    const record = await unit.transaction((tx) => this.mapper.record(install, tx));
    return reply(record, 'Installation started');
  }
}
