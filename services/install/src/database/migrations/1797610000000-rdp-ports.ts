import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Remote desktop at the SSH port, and VPSs that share an address behind a provider's NAT. Older replicas add no
 * `rdp_port` and keep one configured port for all.
 */
export class RdpPorts1797610000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE install ADD rdp_port int');
    await uniqueBy(db, 'ip, coalesce(ssh_port, 22)');
  }

  /** Fails while two VPSs of one address have unfinished installs or checks. */
  async down(db: QueryRunner): Promise<void> {
    await uniqueBy(db, 'ip');
    await db.query('ALTER TABLE install DROP COLUMN rdp_port');
  }
}

async function uniqueBy(db: QueryRunner, columns: string): Promise<void> {
  for (const [table, statuses] of [
    ['install', `'reserving', 'pending', 'preparing', 'running', 'manual_review'`],
    ['vps_check', `'pending', 'running'`],
  ]) {
    await db.query(`DROP INDEX ${table}_one_per_address`);
    await db.query(
      `CREATE UNIQUE INDEX ${table}_one_per_address ON ${table} (${columns}) WHERE status IN (${statuses})`,
    );
  }
}
