import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { ScriptEntity } from './script.entity.js';

/** Owner of scripts: a user, or `null` for the operators. */
export type ScriptOwner = string | null;

const ownedBy = (owner: ScriptOwner) => ({ userId: owner ?? IsNull() });

@Injectable()
export class ScriptsRepository {
  constructor(private readonly db: Database) {}

  findAllOf(owner: ScriptOwner, tx: EntityManager = this.db.manager): Promise<ScriptEntity[]> {
    return tx.find(ScriptEntity, { where: ownedBy(owner), order: { name: 'ASC', id: 'ASC' } });
  }

  findOf(
    owner: ScriptOwner,
    id: string,
    tx: EntityManager = this.db.manager,
  ): Promise<ScriptEntity | null> {
    return tx.findOneBy(ScriptEntity, { id, ...ownedBy(owner) });
  }

  /** Serialises concurrent changes of one owner, whose scripts are counted and have different names. */
  async lockAllOf(tx: EntityManager, owner: ScriptOwner): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('scripts:' || $1, 0))`, [
      owner ?? 'operators',
    ]);
  }
}
