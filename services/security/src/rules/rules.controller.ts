import { Body, Controller, Param } from '@nestjs/common';
import type { DetectionRule, UpdateRuleRequest } from '@casement/proto/http/security/rules.js';
import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { RulesService, type Rule } from './rules.service.js';

@Controller()
@AdminOnly()
export class RulesController {
  constructor(private readonly service: RulesService) {}

  @Route(securityRoutes.rules)
  async list() {
    return reply((await this.service.list()).map(toDetectionRule), 'Detection rules');
  }

  @Route(securityRoutes.updateRule)
  async update(@Param('name') name: string, @Body() { mode }: UpdateRuleRequest) {
    return reply(toDetectionRule(await this.service.setMode(name, mode)), 'Rule updated');
  }
}

const toDetectionRule = ({ hits, ...rule }: Rule & Pick<DetectionRule, 'hits'>): DetectionRule => ({
  name: rule.name,
  description: rule.description,
  kinds: rule.kinds,
  threshold: rule.threshold,
  counts: rule.counts,
  per: rule.per,
  during: rule.during,
  windowSeconds: rule.windowSeconds,
  alertType: rule.alertType,
  severity: rule.severity,
  decision: rule.decision,
  blockMinutes: rule.blockMinutes,
  growth: rule.growth,
  maxBlockMinutes: rule.maxBlockMinutes,
  mode: rule.mode,
  ...(hits && { hits }),
});
