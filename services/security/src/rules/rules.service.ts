import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentContext } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import type { DetectionRule } from '@casement/proto/http/security/rules.js';
import type { RuleEntity } from './rule.entity.js';
import { ruleErrors } from './rules.errors.js';
import { RulesRepository } from './rules.repository.js';

export type Rule = RuleEntity;

type RuleWithHits = Rule & { hits: NonNullable<DetectionRule['hits']> };

const DAY_MS = 24 * 3_600_000;

@Injectable()
export class RulesService implements OnModuleInit {
  private cached: { version: number; rules: readonly Rule[] } | undefined;

  constructor(
    private readonly db: Database,
    private readonly rules: RulesRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.rules.seed();
  }

  /**
   * Returns the rules from memory, or reads them if the version has changed. Every replica therefore notices a change
   * at its next batch.
   *
   * @param version current version, as read by the caller's transaction
   */
  async rulesAt(tx: EntityManager, version: number): Promise<readonly Rule[]> {
    if (this.cached?.version !== version) {
      // The version is read before the rules, so that a change in between is noticed at the next batch.
      const current = await this.rules.version(tx);
      this.cached = { version: current, rules: await this.rules.list(tx) };
    }
    return this.cached.rules;
  }

  async list(now = Date.now()): Promise<RuleWithHits[]> {
    const [rules, hits] = await Promise.all([
      this.rules.list(),
      this.rules.hits(new Date(now - DAY_MS), new Date(now - 7 * DAY_MS)),
    ]);
    const byRule = new Map(hits.map(({ rule, day, week }) => [rule, { day, week }]));
    return rules.map((rule) => ({ ...rule, hits: byRule.get(rule.name) ?? { day: 0, week: 0 } }));
  }

  /**
   * Sets the mode of a rule. `simulate` shows what a rule would do without blocking.
   *
   * @throws ruleErrors.notFound
   */
  setMode(name: string, mode: Rule['mode']): Promise<Rule> {
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
