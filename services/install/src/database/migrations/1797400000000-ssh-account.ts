import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Version 0.1.0 keeps working without these columns and signs in as root at the default port. */
export class SshAccount1797400000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const table of ['install', 'vps_check']) {
      await db.query(`ALTER TABLE ${table} ADD COLUMN ssh_port int, ADD COLUMN ssh_user text`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['install', 'vps_check']) {
      await db.query(`ALTER TABLE ${table} DROP COLUMN ssh_port, DROP COLUMN ssh_user`);
    }
  }
}
