import { defineService } from '@casement/common/platform/bootstrap/service-definition.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { AppModule } from './app.module.js';
import { TransferEntity } from './bpay/transfer.entity.js';
import { GatewayCallbackEntity } from './callbacks/gateway-callback.entity.js';
import { BillingConfig } from './config.js';
import { billingMigrations } from './database/migrations.js';
import { InstallHoldEntity } from './holds/install-hold.entity.js';
import { BalanceEntity } from './ledger/balance.entity.js';
import { LedgerEntryEntity } from './ledger/ledger-entry.entity.js';
import { PaymentMethodEntity } from './payment-methods/payment-method.entity.js';
import { DiscountTierEntity } from './products/discount-tier.entity.js';
import { ProductImageEntity } from './products/product-image.entity.js';
import { ProductEntity } from './products/product.entity.js';
import { TopupLimitsEntity } from './products/topup-limits.entity.js';
import { ReceiptBuyerEntity } from './receipts/receipt-buyer.entity.js';
import { ReceiptSettingsEntity } from './receipts/receipt-settings.entity.js';
import { ReceiptEntity } from './receipts/receipt.entity.js';
import { RefundEntity } from './topups/refund.entity.js';
import { TopupEntity } from './topups/topup.entity.js';
import { VoucherEntity } from './vouchers/voucher.entity.js';

export const billing = defineService({
  name: 'billing',
  config: BillingConfig,
  module: AppModule,
  database: {
    entities: [
      BalanceEntity,
      LedgerEntryEntity,
      InstallHoldEntity,
      ProductEntity,
      ProductImageEntity,
      DiscountTierEntity,
      TopupLimitsEntity,
      PaymentMethodEntity,
      TopupEntity,
      GatewayCallbackEntity,
      TransferEntity,
      ReceiptEntity,
      ReceiptSettingsEntity,
      ReceiptBuyerEntity,
      RefundEntity,
      VoucherEntity,
    ],
    migrations: [...commonMigrations, ...billingMigrations],
  },
  apiKeysFrom: ({ AUTH_GRPC_URL }) => AUTH_GRPC_URL,
  grpc: {
    packages: ['casement.billing.v1'],
    protos: ['casement/billing/v1/billing_service.proto'],
  },
});
