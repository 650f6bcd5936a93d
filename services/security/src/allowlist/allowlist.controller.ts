import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { z } from 'zod';
import {
  allowedNetwork,
  allowNetworkRequest,
  disallowNetworkRequest,
  type AllowNetworkRequest,
  type DisallowNetworkRequest,
} from '@casement/proto/http/security/allowlist.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { AllowlistService } from './allowlist.service.js';

@Controller('security/allowlist')
@AdminOnly()
export class AllowlistController {
  constructor(private readonly service: AllowlistService) {}

  @Get()
  @Answers(z.array(allowedNetwork))
  async list() {
    return reply(await this.service.list(), 'Allowlist');
  }

  @Post()
  @Answers(allowedNetwork)
  async add(@Body({ schema: allowNetworkRequest }) body: AllowNetworkRequest) {
    return reply(await this.service.add(body), 'Allowlist updated');
  }

  @Delete()
  @Answers(null)
  async remove(@Body({ schema: disallowNetworkRequest }) { network }: DisallowNetworkRequest) {
    await this.service.remove(network);
    return reply(null, 'Allowlist updated');
  }
}
