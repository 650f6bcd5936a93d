import { Body, Controller, Get, HttpStatus, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { vpsCheck, vpsCheckRequest, type VpsCheckRequest } from '@casement/proto/http/install.js';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { toVpsCheck } from './vps-check.mapper.js';
import { VpsChecksService } from './vps-checks.service.js';

const checkId = z.uuid('Check is not known');

/** "Check my VPS", before a quota is spent. */
@Controller('user/install/check')
@SignedIn()
export class VpsChecksController {
  constructor(private readonly service: VpsChecksService) {}

  @Post()
  @Answers(vpsCheck, { status: 202 })
  async request(
    @CurrentActor() actor: Actor,
    @Body({ schema: vpsCheckRequest }) body: VpsCheckRequest,
  ) {
    const check = await this.service.request(actor, body);
    return reply(toVpsCheck(check), 'Check started', { status: HttpStatus.ACCEPTED });
  }

  /** Polled until it has ended; gone after a day. */
  @Get(':id')
  @Answers(vpsCheck)
  async get(@CurrentActor() actor: Actor, @Param('id', { schema: checkId }) id: string) {
    return reply(toVpsCheck(await this.service.get(actor, id)), 'VPS check');
  }
}
