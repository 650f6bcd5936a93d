import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Order in which owners are served (next-turn.ts). Rows of an older version have turn 0 and are served first. */
export class Turns1797560000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE install ADD turn bigint NOT NULL DEFAULT 0;
      CREATE INDEX install_in_turn ON install (turn, run_after)
        WHERE status IN ('pending', 'preparing', 'running', 'manual_review');
      CREATE INDEX install_waiting ON install (turn) WHERE status = 'pending';
      CREATE INDEX install_waiting_by_user ON install (user_id, turn) WHERE status = 'pending';
      ALTER TABLE vps_check ADD turn bigint NOT NULL DEFAULT 0;
      CREATE INDEX vps_check_in_turn ON vps_check (turn, run_after)
        WHERE status IN ('pending', 'running');
      CREATE INDEX vps_check_waiting_by_user ON vps_check (user_id, turn) WHERE status = 'pending';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE vps_check DROP COLUMN turn;
      ALTER TABLE install DROP COLUMN turn;
    `);
  }
}
