import { Body, Controller } from '@nestjs/common';
import type {
  AllowNetworkRequest,
  DisallowNetworkRequest,
} from '@casement/proto/http/security/allowlist.js';
import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { AllowlistService } from './allowlist.service.js';

@Controller()
@AdminOnly()
export class AllowlistController {
  constructor(private readonly service: AllowlistService) {}

  @Route(securityRoutes.allowlist)
  async list() {
    return reply(await this.service.list(), 'Allowlist');
  }

  @Route(securityRoutes.allowNetwork)
  async add(@RequestTx() unit: UnitOfWork, @Body() body: AllowNetworkRequest) {
    return reply(await this.service.add(unit, body), 'Allowlist updated');
  }

  @Route(securityRoutes.disallowNetwork)
  async remove(@Body() { network }: DisallowNetworkRequest) {
    await this.service.remove(network);
    return reply(null, 'Allowlist updated');
  }
}
