import { Module } from '@nestjs/common';
import { AccountClosureRepository } from './account-closure.repository.js';
import { AccountClosureService } from './account-closure.service.js';

@Module({
  providers: [AccountClosureRepository, AccountClosureService],
  exports: [AccountClosureService],
})
export class AccountClosureModule {}
