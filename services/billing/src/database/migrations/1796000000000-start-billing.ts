import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createBpay } from './start-billing/bpay.js';
import { createHolds } from './start-billing/holds.js';
import { createLedger } from './start-billing/ledger.js';
import { createProducts } from './start-billing/products.js';
import { createTopups } from './start-billing/topups.js';

export class StartBilling1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createProducts(runner);
    await createTopups(runner);
    await createLedger(runner);
    await createHolds(runner);
    await createBpay(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE bpay_verify_try, bpay_history, bpay_claim, bpay_transfer, quota_request,
      closed_account, install_hold, ledger_entry, balance, gateway_callback, topup_count, topup, payment_method,
      topup_limits, discount_tier, product, product_image`);
    await runner.query(`DROP FUNCTION bpay_transfer_pays_once, balance_follows_ledger, ledger_moves_balance,
      ledger_is_append_only, topup_gets_number, topup_paid_is_final`);
  }
}
