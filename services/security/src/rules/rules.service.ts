import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { DomainError } from '@casement/common/errors/domain-error.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { RuleEntity } from './rule.entity.js';
import { RulesRepository } from './rules.repository.js';

export class RuleNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This rule does not exist.');
  }
}

@Injectable()
export class RulesService {
  constructor(
    private readonly db: Database,
    private readonly rules: RulesRepository,
    private readonly audit: Audit,
  ) {}

  list(): Promise<RuleEntity[]> {
    return this.rules.list();
  }

  /** `simulate` shows what a rule would do before it does it. @throws RuleNotFound */
  setMode(name: string, mode: RuleEntity['mode']): Promise<RuleEntity> {
    return this.db.transaction(async (tx) => {
      const rule = await this.rules.findByName(tx, name);
      if (!rule) throw new RuleNotFound();
      await this.rules.setMode(tx, name, mode);
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
