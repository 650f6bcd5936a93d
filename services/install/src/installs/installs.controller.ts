import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { pageQuery, type PageQuery } from '@casement/proto/http/envelope.js';
import { installRequest, type InstallRequest } from '@casement/proto/http/install.js';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/http/reply.js';
import { InstallMapper } from './install.mapper.js';
import { InstallsService } from './installs.service.js';

@Controller('user')
@SignedIn()
export class InstallsController {
  constructor(
    private readonly service: InstallsService,
    private readonly mapper: InstallMapper,
  ) {}

  @Post('install')
  async request(
    @CurrentActor() actor: Actor,
    @Body({ schema: installRequest }) body: InstallRequest,
  ) {
    const install = await this.service.request(actor, body);
    return reply(await this.mapper.forOwner(install), 'Installation started');
  }

  @Get('install-history')
  async history(@CurrentActor() actor: Actor, @Query({ schema: pageQuery }) query: PageQuery) {
    const { rows, total } = await this.service.list(actor, query);
    return paged(await this.mapper.manyForOwner(rows), total, query, 'Install history');
  }
}
