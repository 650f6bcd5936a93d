import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time of each user's last revocation of all access. Older replicas ignore the table. */
export class AccessRevocations1797630000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'CREATE TABLE access_revocation (user_id uuid PRIMARY KEY, revoked_at timestamptz NOT NULL)',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE access_revocation');
  }
}
