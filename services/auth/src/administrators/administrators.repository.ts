import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { execute } from '@casement/common/data/database/sql.js';

/** Advisory lock for replicas that start together; unique within this database. */
const START_LOCK = 7_301;
/** Advisory lock for changes of administrators; unique within this database. */
const CHANGE_LOCK = 7_302;

@Injectable()
export class AdministratorsRepository {
  async lockStart(tx: EntityManager): Promise<void> {
    await execute(tx, 'SELECT pg_advisory_xact_lock($1)', [START_LOCK]);
  }

  async lockChanges(tx: EntityManager): Promise<void> {
    await execute(tx, 'SELECT pg_advisory_xact_lock($1)', [CHANGE_LOCK]);
  }
}
