import { Body, Controller, Param, Query } from '@nestjs/common';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { MachineLabelRequest } from '@casement/proto/http/install/machines.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { InstallMapper } from '../install.mapper.js';
import { MachinesService } from './machines.service.js';

@Controller()
@SignedIn()
export class MachinesController {
  constructor(
    private readonly service: MachinesService,
    private readonly mapper: InstallMapper,
  ) {}

  @Route(installRoutes.machines)
  @KeyScope('installs:read')
  async list(@CurrentActor() actor: Actor, @Query() query: PageQuery) {
    const { rows, ...list } = await this.service.list(actor, query);
    return paged(rows, list, query, 'Machines');
  }

  @Route(installRoutes.labelMachine)
  @KeyScope('installs:write')
  async label(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() { label }: MachineLabelRequest,
  ) {
    const install = await this.service.setLabel(actor, id, label);
    return reply(await this.mapper.record(install), 'Label saved');
  }
}
