import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { z } from 'zod';
import {
  detectionRule,
  updateRuleRequest,
  type UpdateRuleRequest,
} from '@casement/proto/http/security/rules.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { toDetectionRule } from './rules.mapper.js';
import { RulesService } from './rules.service.js';

@Controller('security/rules')
@AdminOnly()
export class RulesController {
  constructor(private readonly service: RulesService) {}

  @Get()
  @Answers(z.array(detectionRule))
  async list() {
    return reply((await this.service.list()).map(toDetectionRule), 'Detection rules');
  }

  @Patch(':name')
  @Answers(detectionRule)
  async update(
    @Param('name', { schema: z.string().max(100) }) name: string,
    @Body({ schema: updateRuleRequest }) { mode }: UpdateRuleRequest,
  ) {
    return reply(toDetectionRule(await this.service.setMode(name, mode)), 'Rule updated');
  }
}
