import type { QueryRunner } from 'typeorm';

/**
 * Creates products, discount tiers and payment methods. Prices are in sen (1 Rp = 100 sen), discounts in basis
 * points, fees in millionths.
 */
export async function createProducts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE product_image (
      hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
      content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 5242880),
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
  await runner.query(`
    CREATE TABLE product (
      id uuid PRIMARY KEY,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
      description text NOT NULL DEFAULT '',
      price_sen bigint NOT NULL CHECK (price_sen BETWEEN 100 AND 100000000000),
      image_hash text REFERENCES product_image (hash),
      deleted_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT product_deleted_has_no_image CHECK (deleted_at IS NULL OR image_hash IS NULL)
    )`);
  await runner.query(`
    CREATE TABLE discount_tier (
      min_quantity integer PRIMARY KEY CHECK (min_quantity >= 1),
      basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 9999)
    )`);
  await runner.query(`
    INSERT INTO discount_tier (min_quantity, basis_points) VALUES (5, 500), (10, 1000), (25, 1500)`);
  await runner.query(`
    CREATE TABLE topup_limits (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      min_quantity integer NOT NULL CHECK (min_quantity >= 1),
      max_quantity integer NOT NULL CHECK (max_quantity BETWEEN min_quantity AND 1000000)
    )`);
  await runner.query('INSERT INTO topup_limits (min_quantity, max_quantity) VALUES (1, 1000)');
  await runner.query(`
    CREATE TABLE payment_method (
      code text PRIMARY KEY CHECK (length(code) BETWEEN 1 AND 40),
      provider text NOT NULL CHECK (provider IN ('tripay', 'binance')),
      name text NOT NULL,
      type text NOT NULL,
      group_name text NOT NULL DEFAULT '',
      icon_url text,
      fee_flat bigint NOT NULL CHECK (fee_flat >= 0),
      fee_ppm integer NOT NULL CHECK (fee_ppm BETWEEN 0 AND 1000000),
      minimum_fee bigint,
      maximum_fee bigint,
      minimum_amount bigint,
      maximum_amount bigint,
      is_enabled boolean NOT NULL,
      position integer NOT NULL DEFAULT 0,
      withdrawn_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`);
}
