import { Controller, Param, Query } from '@nestjs/common';
import type { InstallHistoryQuery } from '@casement/proto/http/install/install.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { CancellationsService } from './cancellations.service.js';
import { InstallMapper } from './install.mapper.js';
import { InstallsService } from './installs.service.js';

const CANCELLED = 'Install cancelled';
const RETURNING =
  'The install is being cancelled: the VPS returns to Linux, then your quota is returned';

@Controller()
@SignedIn()
export class InstallsController {
  constructor(
    private readonly service: InstallsService,
    private readonly cancellations: CancellationsService,
    private readonly mapper: InstallMapper,
  ) {}

  /** Refused with 409 after the commit. */
  @Route(installRoutes.cancelInstall)
  @KeyScope('installs:write')
  async cancel(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const install = await this.cancellations.cancel(actor, id);
    const message = install.status === 'failed' ? CANCELLED : RETURNING;
    return reply(await this.mapper.record(install), message);
  }

  @Route(installRoutes.ownInstall)
  @KeyScope('installs:read')
  async own(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return reply(await this.mapper.record(await this.service.own(actor, id)), 'Install');
  }

  @Route(installRoutes.installHistory)
  @KeyScope('installs:read')
  async history(@CurrentActor() actor: Actor, @Query() query: InstallHistoryQuery) {
    const { rows, ...list } = await this.service.list(actor, query);
    return paged(await this.mapper.records(rows), list, query, 'Install history');
  }
}
