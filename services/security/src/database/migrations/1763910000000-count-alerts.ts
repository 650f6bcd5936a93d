import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Totals that are kept while rows come and go: counting a million of them for each page would cost more than the page. */
export class CountAlerts1763910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE alert_tally (
        type text NOT NULL,
        severity text NOT NULL,
        total integer NOT NULL,
        PRIMARY KEY (type, severity)
      )`);
    await runner.query(
      `INSERT INTO alert_tally SELECT type, severity, count(*) FROM alert GROUP BY type, severity`,
    );
    await runner.query(`
      CREATE FUNCTION tally_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO alert_tally AS t (type, severity, total)
        SELECT type, severity, count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
          FROM changed GROUP BY type, severity ORDER BY type, severity
        ON CONFLICT (type, severity) DO UPDATE SET total = t.total + excluded.total;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER alert_added AFTER INSERT ON alert REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION tally_alerts()`);
    await runner.query(`
      CREATE TRIGGER alert_gone AFTER DELETE ON alert REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION tally_alerts()`);

    await runner.query(`CREATE TABLE blocked_ip_tally (listed integer NOT NULL)`);
    await runner.query(
      `INSERT INTO blocked_ip_tally SELECT count(*) FROM blocked_ip WHERE removed_at IS NULL`,
    );
    await runner.query(`
      CREATE FUNCTION tally_blocked_ips() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE difference integer := 0;
      BEGIN
        IF TG_OP <> 'DELETE' THEN
          difference := difference + (SELECT count(*) FROM came WHERE removed_at IS NULL);
        END IF;
        IF TG_OP <> 'INSERT' THEN
          difference := difference - (SELECT count(*) FROM went WHERE removed_at IS NULL);
        END IF;
        IF difference <> 0 THEN
          UPDATE blocked_ip_tally SET listed = listed + difference;
        END IF;
        RETURN NULL;
      END $$`);
    const tables = { INSERT: 'NEW TABLE AS came', DELETE: 'OLD TABLE AS went' };
    const both = `${tables.DELETE} ${tables.INSERT}`;
    for (const [event, named] of Object.entries({ ...tables, UPDATE: both })) {
      await runner.query(`
        CREATE TRIGGER blocked_ip_${event.toLowerCase()} AFTER ${event} ON blocked_ip REFERENCING ${named}
          FOR EACH STATEMENT EXECUTE FUNCTION tally_blocked_ips()`);
    }
    await runner.query(
      `CREATE INDEX blocked_ip_in_force ON blocked_ip (block_type, expires_at) WHERE lifted_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX blocked_ip_in_force');
    await runner.query('DROP FUNCTION tally_blocked_ips, tally_alerts CASCADE');
    await runner.query('DROP TABLE blocked_ip_tally, alert_tally');
  }
}
