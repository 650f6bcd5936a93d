import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the first starts of Windows are guarded, the token of the recovery system, and the logs that it found. */
export class BootGuard1797620000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE windows_version ADD boot_guard boolean NOT NULL DEFAULT true');
    await db.query(
      'ALTER TABLE install ADD boot_guard boolean NOT NULL DEFAULT false, ADD recovery_token_hash text UNIQUE',
    );
    await db.query(
      `CREATE TABLE install_recovery (
         install_id uuid PRIMARY KEY REFERENCES install ON DELETE CASCADE,
         boot_id text NOT NULL,
         reported_at timestamptz NOT NULL DEFAULT now(),
         logs jsonb NOT NULL
       )`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE install_recovery');
    await db.query('ALTER TABLE install DROP COLUMN boot_guard, DROP COLUMN recovery_token_hash');
    await db.query('ALTER TABLE windows_version DROP COLUMN boot_guard');
  }
}
