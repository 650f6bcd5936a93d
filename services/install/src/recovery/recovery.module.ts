import { Module } from '@nestjs/common';
import { ImageStoreModule } from '../image-store/image-store.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { RecoveryRepository } from './recovery.repository.js';
import { RecoveryService } from './recovery.service.js';

/** Reports of the recovery system, received by the agent's controller. */
@Module({
  imports: [ImageStoreModule, InstallsModule],
  providers: [RecoveryRepository, RecoveryService],
  exports: [RecoveryService],
})
export class RecoveryModule {}
