import { Body, Controller, Query } from '@nestjs/common';
import type { BlockedIpsQuery, BlockIpRequest } from '@casement/proto/http/security/blocks.js';
import type {
  BulkUnblockRequest,
  UnblockIpRequest,
} from '@casement/proto/http/security/unblocks.js';
import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { pageMeta, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toBlockedIp } from './blocks.mapper.js';
import { BlocksService } from './blocks.service.js';

@Controller()
@AdminOnly()
export class BlocksController {
  constructor(private readonly service: BlocksService) {}

  @Route(securityRoutes.blockedIps)
  @KeyScope('admin:read')
  async list(@Query() query: BlockedIpsQuery) {
    const [{ rows, ...list }, stats] = await Promise.all([
      this.service.page(query),
      this.service.stats(),
    ]);
    const blocks = rows.map((row) => toBlockedIp(row));
    return reply(blocks, 'Blocked IPs', { meta: pageMeta(query, list), extra: { stats } });
  }

  @Route(securityRoutes.removeExpiredBlocks)
  async removeExpired() {
    return reply({ removed: await this.service.removeExpired() }, 'Expired blocks removed');
  }

  @Route(securityRoutes.blockIp)
  @KeyScope('admin:blocks', { insteadOfStepUp: true })
  async block(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: BlockIpRequest,
  ) {
    return reply(
      toBlockedIp(await this.service.block(unit, actor, body)),
      'IP blocked successfully',
    );
  }

  @Route(securityRoutes.unblockIps)
  @KeyScope('admin:blocks')
  async unblockMany(@CurrentActor() actor: Actor, @Body() body: BulkUnblockRequest) {
    return reply(await this.service.unblockMany(actor, body), 'IPs unblocked');
  }

  @Route(securityRoutes.unblockIp)
  @KeyScope('admin:blocks')
  async unblock(@CurrentActor() actor: Actor, @Body() body: UnblockIpRequest) {
    await this.service.unblock(actor, body);
    return reply(null, 'IP unblocked');
  }
}
