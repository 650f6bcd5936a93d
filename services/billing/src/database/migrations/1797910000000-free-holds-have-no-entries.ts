import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Refuses ledger entries of free installs. A replica of the version before `free` would return a quota that was never
 * taken; its transaction fails instead, and a newer replica settles the hold.
 */
export class FreeHoldsHaveNoEntries1797910000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION free_holds_have_no_entries() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM install_hold WHERE install_id = NEW.install_id AND free) THEN
          RAISE EXCEPTION 'a free install has no ledger entries' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await db.query(`
      CREATE TRIGGER ledger_entry_not_free BEFORE INSERT ON ledger_entry
      FOR EACH ROW WHEN (NEW.install_id IS NOT NULL) EXECUTE FUNCTION free_holds_have_no_entries()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER ledger_entry_not_free ON ledger_entry');
    await db.query('DROP FUNCTION free_holds_have_no_entries');
  }
}
