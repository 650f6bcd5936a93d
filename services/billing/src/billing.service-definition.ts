import { defineService } from '@casement/common/bootstrap/service-definition.js';
import { commonMigrations } from '@casement/common/database/common-migrations.js';
import { AppModule } from './app.module.js';
import { Transfer } from './bpay/transfer.entity.js';
import { GatewayCallback } from './callbacks/gateway-callback.entity.js';
import { BillingConfig } from './config.js';
import { billingMigrations } from './database/migrations.js';
import { InstallHold } from './holds/install-hold.entity.js';
import { Balance } from './ledger/balance.entity.js';
import { LedgerEntry } from './ledger/ledger-entry.entity.js';
import { PaymentMethod } from './payment-methods/payment-method.entity.js';
import { DiscountTier } from './products/discount-tier.entity.js';
import { ProductImage } from './products/product-image.entity.js';
import { Product } from './products/product.entity.js';
import { TopupLimits } from './products/topup-limits.entity.js';
import { Topup } from './topups/topup.entity.js';

export const billing = defineService({
  name: 'billing',
  config: BillingConfig,
  module: AppModule,
  database: {
    entities: [
      Balance,
      LedgerEntry,
      InstallHold,
      Product,
      ProductImage,
      DiscountTier,
      TopupLimits,
      PaymentMethod,
      Topup,
      GatewayCallback,
      Transfer,
    ],
    migrations: [...commonMigrations, ...billingMigrations],
  },
  apiKeysFrom: ({ AUTH_GRPC_URL }) => AUTH_GRPC_URL,
  grpc: {
    packages: ['casement.billing.v1'],
    protos: ['casement/billing/v1/billing_service.proto'],
  },
});
