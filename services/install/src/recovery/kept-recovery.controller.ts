import { Controller, Param } from '@nestjs/common';
import { recoveryRoutes } from '@casement/proto/http/install/recovery.routes.js';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { InstallMapper } from '../installs/install.mapper.js';
import { KeptRecoveryService } from './kept-recovery.service.js';

@Controller()
@SignedIn()
export class KeptRecoveryController {
  constructor(
    private readonly service: KeptRecoveryService,
    private readonly mapper: InstallMapper,
  ) {}

  @Route(recoveryRoutes.startWindows)
  async startWindows(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const install = await this.service.startWindows(actor, id);
    return reply(await this.mapper.record(install), 'The recovery system restarts into Windows');
  }

  @Route(recoveryRoutes.removeRecovery)
  async remove(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const install = await this.service.remove(actor, id);
    return reply(await this.mapper.record(install), 'Windows removes the recovery system');
  }
}
