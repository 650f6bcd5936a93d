import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RuleEntity } from './rule.entity.js';
import { RulesRepository } from './rules.repository.js';

/** The rules in memory. The database counts their changes, so that every replica notices one at its next batch. */
@Injectable()
export class RuleCache {
  private cached: { version: number; rules: readonly RuleEntity[] } | undefined;

  constructor(private readonly repository: RulesRepository) {}

  /** @param version as the caller's transaction sees it */
  async rulesAt(tx: EntityManager, version: number): Promise<readonly RuleEntity[]> {
    if (this.cached?.version !== version) {
      // The version first: a change in between is then read at once and noticed again at the next batch.
      const seen = await this.repository.version(tx);
      this.cached = { version: seen, rules: await this.repository.list(tx) };
    }
    return this.cached.rules;
  }
}
