import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RdpPasswordDue1797100000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // RDP passwords are erased 7 days after the end of their install.
    await db.query(`
      CREATE INDEX install_rdp_password_due ON install (finished_at) WHERE rdp_password IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX install_rdp_password_due');
  }
}
