import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { bigintColumn, execute, row, rows } from '@casement/common/data/database/sql.js';
import { DEFAULT_RULES } from './default-rules.js';
import { RuleEntity } from './rule.entity.js';

const hitsRow = z.object({ rule: z.string(), day: z.number(), week: z.number() });
const versionRow = z.object({ version: bigintColumn });

@Injectable()
export class RulesRepository {
  constructor(private readonly db: Database) {}

  /** Inserts missing default rules. Existing rules, which an operator may have changed, are kept. */
  async seed(): Promise<void> {
    await execute(
      this.db.manager,
      `INSERT INTO rule (name, description, message, kinds, per, counts, threshold, window_seconds, during,
                         alert_type, severity, decision, block_minutes)
       SELECT name, description, message, kinds, per, counts, threshold, "windowSeconds", during,
              "alertType", severity, decision, "blockMinutes"
         FROM jsonb_to_recordset($1::jsonb) AS r(
           name text, description text, message text, kinds text[], per text, counts text, threshold integer,
           "windowSeconds" integer, during text, "alertType" text, severity text, decision text, "blockMinutes" integer)
       ON CONFLICT (name) DO NOTHING`,
      [JSON.stringify(DEFAULT_RULES)],
    );
  }

  /**
   * Returns a counter that is incremented by every change of a rule, including changes made directly in the database.
   */
  async version(tx: EntityManager): Promise<number> {
    return (await row(tx, versionRow, 'SELECT version FROM rule_set'))?.version ?? 0;
  }

  list(executor = this.db.manager): Promise<RuleEntity[]> {
    return executor.find(RuleEntity, { order: { name: 'ASC' } });
  }

  /** Counts the alerts per rule since `day` and since `week`. Rules without alerts since `week` are omitted. */
  hits(day: Date, week: Date): Promise<{ rule: string; day: number; week: number }[]> {
    return rows(
      this.db.manager,
      hitsRow,
      `SELECT a.rule, count(*) FILTER (WHERE a.created_at >= $1)::int AS day, count(*)::int AS week
         FROM rule r JOIN alert a ON a.rule = r.name AND a.created_at >= $2
        GROUP BY a.rule`,
      [day, week],
    );
  }

  findForUpdate(tx: EntityManager, name: string): Promise<RuleEntity | null> {
    return tx.findOne(RuleEntity, { where: { name }, lock: { mode: 'pessimistic_write' } });
  }

  async setMode(tx: EntityManager, name: string, mode: RuleEntity['mode']): Promise<void> {
    await tx.update(RuleEntity, { name }, { mode });
  }
}
