import { Body, Controller, Param } from '@nestjs/common';
import type { ScriptRequest } from '@casement/proto/http/install/windows/scripts.js';
import { scriptRoutes } from '@casement/proto/http/install/windows/scripts.routes.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { ScriptsService } from './scripts.service.js';

@Controller()
@SignedIn()
export class ScriptsController {
  constructor(private readonly service: ScriptsService) {}

  @Route(scriptRoutes.scripts)
  @KeyScope('installs:read')
  async list(@CurrentActor() { userId }: Actor) {
    return reply(await this.service.listFor(userId), 'Scripts');
  }

  @Route(scriptRoutes.script)
  async get(@CurrentActor() { userId }: Actor, @Param('id') id: string) {
    return reply(await this.service.get(userId, id), 'Script');
  }

  @Route(scriptRoutes.createScript)
  async create(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() { userId }: Actor,
    @Body() body: ScriptRequest,
  ) {
    return reply(await this.service.create(unit, userId, body), 'The script was saved.');
  }

  @Route(scriptRoutes.updateScript)
  async update(
    @CurrentActor() { userId }: Actor,
    @Param('id') id: string,
    @Body() body: ScriptRequest,
  ) {
    return reply(await this.service.update(userId, id, body), 'The script was saved.');
  }

  @Route(scriptRoutes.removeScript)
  async remove(@CurrentActor() { userId }: Actor, @Param('id') id: string) {
    await this.service.remove(userId, id);
    return reply(null, 'The script was deleted.');
  }
}
