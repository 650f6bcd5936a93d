import { Injectable, type OnModuleInit } from '@nestjs/common';
import { currentContext } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox.js';
import type { DetectionRule } from '@casement/proto/http/security/rules.js';
import type { RuleEntity } from './rule.entity.js';
import { ruleErrors } from './rules.errors.js';
import { RulesRepository } from './rules.repository.js';

type Struck = NonNullable<DetectionRule['struck']>;

const DAY_MS = 24 * 3_600_000;

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

  /** With what each struck lately: the alerts of it that were not cleared since. */
  async list(now = Date.now()): Promise<(RuleEntity & { struck: Struck })[]> {
    const [rules, struck] = await Promise.all([
      this.rules.list(),
      this.rules.struck(new Date(now - DAY_MS), new Date(now - 7 * DAY_MS)),
    ]);
    const byRule = new Map(struck.map(({ rule, day, week }) => [rule, { day, week }]));
    return rules.map((rule) => ({ ...rule, struck: byRule.get(rule.name) ?? { day: 0, week: 0 } }));
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
