import { Injectable, type OnModuleInit } from '@nestjs/common';
import { currentContext } from '@casement/common/context/request-context.js';
import { Database } from '@casement/common/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox.js';
import type { RuleEntity } from './rule.entity.js';
import { ruleErrors } from './rules.errors.js';
import { RulesRepository } from './rules.repository.js';

@Injectable()
export class RulesService implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly rules: RulesRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.rules.seed();
  }

  list(): Promise<RuleEntity[]> {
    return this.rules.list();
  }

  /** `simulate` shows what a rule would do before it does it. @throws ruleErrors.notFound */
  setMode(name: string, mode: RuleEntity['mode']): Promise<RuleEntity> {
    return this.db.transaction(async (tx) => {
      const rule = await this.rules.findForUpdate(tx, name);
      if (!rule) throw ruleErrors.notFound();
      await this.rules.setMode(tx, name, mode);
      if (mode === 'off' && rule.mode !== 'off') {
        const actorId = currentContext()?.actor?.userId ?? '';
        await this.outbox.add(
          tx,
          'security.rule.switched-off.v1',
          { name, actorId },
          { key: name },
        );
      }
      await this.audit.record(tx, {
        action: 'rule.updated',
        target: `rule:${name}`,
        before: { mode: rule.mode },
        after: { mode },
      });
      return { ...rule, mode };
    });
  }
}
