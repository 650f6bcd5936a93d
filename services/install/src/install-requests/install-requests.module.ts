import { Module } from '@nestjs/common';
import { AccountClosureModule } from '../account-closure/account-closure.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { VpsAccessModule } from '../vps-access/vps-access.module.js';
import { VpsChecksModule } from '../vps-checks/vps-checks.module.js';
import { WindowsOptionsModule } from '../windows-options/windows-options.module.js';
import { WindowsVersionsModule } from '../windows-versions/windows-versions.module.js';
import { InstallRequestsController } from './install-requests.controller.js';
import { InstallRequestsService } from './install-requests.service.js';

@Module({
  imports: [
    AccountClosureModule,
    InstallsModule,
    VpsAccessModule,
    VpsChecksModule,
    WindowsOptionsModule,
    WindowsVersionsModule,
  ],
  controllers: [InstallRequestsController],
  providers: [InstallRequestsService],
  exports: [InstallRequestsService],
})
export class InstallRequestsModule {}
