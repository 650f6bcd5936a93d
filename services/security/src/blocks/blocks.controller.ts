import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import {
  blockedIp,
  blockedIpsQuery,
  blockedIpStats,
  blockIpRequest,
  type BlockedIpsQuery,
  type BlockIpRequest,
} from '@casement/proto/http/security/blocks.js';
import {
  bulkUnblocked,
  bulkUnblockRequest,
  removedBlocks,
  unblockIpRequest,
  type BulkUnblockRequest,
  type UnblockIpRequest,
} from '@casement/proto/http/security/unblocks.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { BlockedListRepository } from './blocked-list.repository.js';
import { toBlockedIp } from './blocks.mapper.js';
import { BlocksService } from './blocks.service.js';

@Controller('security')
@AdminOnly()
export class BlocksController {
  constructor(
    private readonly service: BlocksService,
    private readonly blocks: BlockedListRepository,
  ) {}

  @Get('blocked-ips')
  @Answers(blockedIp, { paged: true, extra: { stats: blockedIpStats } })
  async list(@Query({ schema: blockedIpsQuery }) query: BlockedIpsQuery) {
    const [{ rows, total }, stats] = await Promise.all([
      this.blocks.page(query),
      this.blocks.stats(),
    ]);
    const { page, pageSize } = query;
    const blocks = rows.map((row) => toBlockedIp(row));
    return reply(blocks, 'Blocked IPs', { meta: { page, pageSize, total }, extra: { stats } });
  }

  @Delete('blocked-ips/expired')
  @Answers(removedBlocks)
  async removeExpired() {
    return reply({ removed: await this.service.removeExpired() }, 'Expired blocks removed');
  }

  @Post('block-ip')
  @Answers(blockedIp)
  async block(
    @CurrentActor() actor: Actor,
    @Body({ schema: blockIpRequest }) body: BlockIpRequest,
  ) {
    return reply(toBlockedIp(await this.service.block(actor, body)), 'IP blocked successfully');
  }

  @Post('unblock-ip/bulk')
  @Answers(bulkUnblocked)
  async unblockMany(
    @CurrentActor() actor: Actor,
    @Body({ schema: bulkUnblockRequest }) body: BulkUnblockRequest,
  ) {
    return reply(await this.service.unblockMany(actor, body), 'IPs unblocked');
  }

  @Post('unblock-ip')
  @Answers(null)
  async unblock(
    @CurrentActor() actor: Actor,
    @Body({ schema: unblockIpRequest }) body: UnblockIpRequest,
  ) {
    await this.service.unblock(actor, body);
    return reply(null, 'IP unblocked');
  }
}
