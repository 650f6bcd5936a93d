import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { ProductsModule } from '../products/products.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminVouchersController } from './admin-vouchers.controller.js';
import { AdminVouchersService } from './admin-vouchers.service.js';
import { VoucherQuotesService } from './voucher-quotes.service.js';
import { VouchersController } from './vouchers.controller.js';
import { VouchersRepository } from './vouchers.repository.js';
import { VouchersService } from './vouchers.service.js';

@Module({
  imports: [LedgerModule, ProductsModule, UsersModule],
  controllers: [VouchersController, AdminVouchersController],
  providers: [AdminVouchersService, VoucherQuotesService, VouchersRepository, VouchersService],
  exports: [VoucherQuotesService, VouchersService],
})
export class VouchersModule {}
