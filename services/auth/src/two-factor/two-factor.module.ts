import { Module } from '@nestjs/common';
import { PasskeysRepository } from './passkeys.repository.js';
import { PasskeysService } from './passkeys.service.js';
import { TwoFactorRepository } from './two-factor.repository.js';
import { TwoFactorService } from './two-factor.service.js';

@Module({
  providers: [PasskeysRepository, PasskeysService, TwoFactorRepository, TwoFactorService],
  exports: [PasskeysService, TwoFactorService],
})
export class TwoFactorModule {}
