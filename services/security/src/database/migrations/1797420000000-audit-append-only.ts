import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Refuses changes of audit entries. Only the texts that identify a deleted user can be emptied, see
 * AuditRepository.eraseProfileTexts. Retention drops partitions, and PartitionJob moves and deletes rows of the
 * default partition, which is empty unless a clock was wrong.
 */
export class AuditAppendOnly1797420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND OLD.action IN ('profile.updated', 'api_key.created') THEN
          OLD.before := '';
          OLD.after := '';
          IF OLD IS NOT DISTINCT FROM NEW THEN RETURN NEW; END IF;
        END IF;
        IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'audit_entry_default' THEN RETURN OLD; END IF;
        RAISE EXCEPTION 'audit entries are never changed or removed' USING ERRCODE = 'restrict_violation';
      END $$`);
    await runner.query(`
      CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry
      FOR EACH ROW EXECUTE FUNCTION audit_is_append_only()`);
    await runner.query(`
      CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry
      FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER audit_entry_append_only ON audit_entry');
    await runner.query('DROP TRIGGER audit_entry_no_truncate ON audit_entry');
    await runner.query('DROP FUNCTION audit_is_append_only');
  }
}
