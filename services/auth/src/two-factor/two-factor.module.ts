import { Module } from '@nestjs/common';
import { TwoFactorRepository } from './two-factor.repository.js';
import { TwoFactorService } from './two-factor.service.js';

@Module({
  providers: [TwoFactorRepository, TwoFactorService],
  exports: [TwoFactorService],
})
export class TwoFactorModule {}
