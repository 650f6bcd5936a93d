import { Body, Controller, Param } from '@nestjs/common';
import type { ScriptRequest } from '@casement/proto/http/install/windows/scripts.js';
import { scriptRoutes } from '@casement/proto/http/install/windows/scripts.routes.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { ScriptsService } from './scripts.service.js';

/** Scripts that operators offer. `GET /user/scripts` also lists them for administrators. */
@Controller()
@AdminOnly()
export class AdminScriptsController {
  constructor(private readonly service: ScriptsService) {}

  @Route(scriptRoutes.offerScript)
  async create(@RequestTx() unit: UnitOfWork, @Body() body: ScriptRequest) {
    return reply(await this.service.create(unit, null, body), 'The script is offered.');
  }

  @Route(scriptRoutes.updateOfferedScript)
  async update(@Param('id') id: string, @Body() body: ScriptRequest) {
    return reply(await this.service.update(null, id, body), 'The script was saved.');
  }

  @Route(scriptRoutes.removeOfferedScript)
  async remove(@Param('id') id: string) {
    await this.service.remove(null, id);
    return reply(null, 'The script was deleted.');
  }
}
