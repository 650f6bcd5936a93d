import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pictures of products, under the hash of what is in them, so that any replica serves them; the end of a product,
 * which keeps its row because top-ups name it; and how much one top-up may be.
 */
export class AddProductImages1795168807000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE product_image (
        hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
        content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 5242880),
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`
      ALTER TABLE product
        ADD COLUMN image_hash text REFERENCES product_image (hash),
        ADD COLUMN deleted_at timestamptz,
        ADD CONSTRAINT product_deleted_has_no_image CHECK (deleted_at IS NULL OR image_hash IS NULL)`);

    await queryRunner.query(`
      CREATE TABLE topup_limits (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        min_quantity integer NOT NULL CHECK (min_quantity >= 1),
        max_quantity integer NOT NULL CHECK (max_quantity BETWEEN min_quantity AND 1000000)
      )`);
    await queryRunner.query(
      'INSERT INTO topup_limits (min_quantity, max_quantity) VALUES (1, 1000)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE topup_limits');
    await queryRunner.query('ALTER TABLE product DROP COLUMN deleted_at, DROP COLUMN image_hash');
    await queryRunner.query('DROP TABLE product_image');
  }
}
