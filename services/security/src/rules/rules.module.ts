import { Module } from '@nestjs/common';
import { RuleCache } from './rule-cache.js';
import { RulesController } from './rules.controller.js';
import { RulesRepository } from './rules.repository.js';
import { RulesService } from './rules.service.js';

@Module({
  controllers: [RulesController],
  providers: [RuleCache, RulesRepository, RulesService],
  exports: [RuleCache],
})
export class RulesModule {}
