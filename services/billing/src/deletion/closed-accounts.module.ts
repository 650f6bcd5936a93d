import { Module } from '@nestjs/common';
import { ClosedAccounts } from './closed-accounts.js';

@Module({ providers: [ClosedAccounts], exports: [ClosedAccounts] })
export class ClosedAccountsModule {}
