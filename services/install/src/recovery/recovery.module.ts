import { Module } from '@nestjs/common';
import { ImageStoreModule } from '../image-store/image-store.module.js';
import { InstallRequestsModule } from '../install-requests/install-requests.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { WindowsVersionsModule } from '../windows-versions/windows-versions.module.js';
import { AdminRecoveryController } from './admin-recovery.controller.js';
import { AdminRecoveryService } from './admin-recovery.service.js';
import { InstallAgainController } from './install-again.controller.js';
import { InstallAgainService } from './install-again.service.js';
import { KeptRecoveryController } from './kept-recovery.controller.js';
import { KeptRecoveryService } from './kept-recovery.service.js';
import { RecoveryRepository } from './recovery.repository.js';
import { RecoveryService } from './recovery.service.js';

/** Reports of the recovery system, received by the agent's controller, and installs that it runs. */
@Module({
  imports: [ImageStoreModule, InstallRequestsModule, InstallsModule, WindowsVersionsModule],
  controllers: [AdminRecoveryController, InstallAgainController, KeptRecoveryController],
  providers: [
    AdminRecoveryService,
    InstallAgainService,
    KeptRecoveryService,
    RecoveryRepository,
    RecoveryService,
  ],
  exports: [AdminRecoveryService, RecoveryService],
})
export class RecoveryModule {}
