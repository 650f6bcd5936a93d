import { Module } from '@nestjs/common';
import { AccountClosureModule } from '../account-closure/account-closure.module.js';
import { ImageStoreModule } from '../image-store/image-store.module.js';
import { InstallRequestsModule } from '../install-requests/install-requests.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { VpsAccessModule } from '../vps-access/vps-access.module.js';
import { WindowsVersionsModule } from '../windows-versions/windows-versions.module.js';
import { AdminRecoveryController } from './admin-recovery.controller.js';
import { AdminRecoveryService } from './admin-recovery.service.js';
import { ConsoleCodes } from './console-codes.service.js';
import { InstallAgainController } from './install-again.controller.js';
import { InstallAgainService } from './install-again.service.js';
import { KeptRecoveryController } from './kept-recovery.controller.js';
import { KeptRecoveryService } from './kept-recovery.service.js';
import { PasswordResetNotices } from './password-reset/password-reset-notices.js';
import { PasswordResetProver } from './password-reset/password-reset-prover.js';
import { PasswordResetsController } from './password-reset/password-resets.controller.js';
import { PasswordResetsRepository } from './password-reset/password-resets.repository.js';
import { PasswordResetsService } from './password-reset/password-resets.service.js';
import { RecoveryRepository } from './recovery.repository.js';
import { RecoveryService } from './recovery.service.js';

/** Reports of the recovery system, received by the agent's controller, and installs that it runs. */
@Module({
  imports: [
    AccountClosureModule,
    ImageStoreModule,
    InstallRequestsModule,
    InstallsModule,
    VpsAccessModule,
    WindowsVersionsModule,
  ],
  controllers: [
    AdminRecoveryController,
    InstallAgainController,
    KeptRecoveryController,
    PasswordResetsController,
  ],
  providers: [
    AdminRecoveryService,
    ConsoleCodes,
    InstallAgainService,
    KeptRecoveryService,
    PasswordResetNotices,
    PasswordResetProver,
    PasswordResetsRepository,
    PasswordResetsService,
    RecoveryRepository,
    RecoveryService,
  ],
  exports: [AdminRecoveryService, RecoveryService],
})
export class RecoveryModule {}
