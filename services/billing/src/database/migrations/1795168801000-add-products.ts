import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is sold and for how much less when one buys more. Prices in sen (1 Rp = 100 sen), discounts in basis points. */
export class AddProducts1795168801000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE product (
        id uuid PRIMARY KEY,
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
        description text NOT NULL DEFAULT '',
        price_sen bigint NOT NULL CHECK (price_sen BETWEEN 100 AND 100000000000),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`
      CREATE TABLE discount_tier (
        min_quantity integer PRIMARY KEY CHECK (min_quantity >= 1),
        basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 9999)
      )`);
    await queryRunner.query(`
      INSERT INTO discount_tier (min_quantity, basis_points) VALUES (5, 500), (10, 1000), (25, 1500)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE discount_tier, product');
  }
}
