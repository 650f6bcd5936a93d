import { Module } from '@nestjs/common';
import { QuotaModule } from '../../quota/quota.module.js';
import { InstallsModule } from '../installs.module.js';
import { AdminEditsService } from './admin-edits.service.js';
import { AdminInstallsController } from './admin-installs.controller.js';
import { AdminInstallsRepository } from './admin-installs.repository.js';
import { AdminInstallsService } from './admin-installs.service.js';

@Module({
  imports: [InstallsModule, QuotaModule],
  controllers: [AdminInstallsController],
  providers: [AdminEditsService, AdminInstallsRepository, AdminInstallsService],
})
export class AdminInstallsModule {}
