import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { RuleEntity } from './rule.entity.js';

@Injectable()
export class RulesRepository {
  constructor(private readonly db: Database) {}

  /** The rules for which such a signal counts; those for everywhere first, since others go by them. */
  findFor(tx: EntityManager, kind: string): Promise<RuleEntity[]> {
    return tx
      .createQueryBuilder(RuleEntity, 'rule')
      .where(`:kind = ANY(rule.kinds) AND rule.mode <> 'off'`, { kind })
      .orderBy(`rule.per = 'everywhere'`, 'DESC')
      .addOrderBy('rule.name')
      .getMany();
  }

  findByName(tx: EntityManager, name: string): Promise<RuleEntity | null> {
    return tx.findOneBy(RuleEntity, { name });
  }

  list(): Promise<RuleEntity[]> {
    return this.db.manager.find(RuleEntity, { order: { name: 'ASC' } });
  }

  async setMode(tx: EntityManager, name: string, mode: RuleEntity['mode']): Promise<void> {
    await tx.update(RuleEntity, { name }, { mode });
  }
}
