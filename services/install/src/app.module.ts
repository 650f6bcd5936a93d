import { Module } from '@nestjs/common';
import { AccountClosureModule } from './account-closure/account-closure.module.js';
import { AdminInstallsModule } from './installs/admin/admin-installs.module.js';
import { AgentModule } from './agent/agent.module.js';
import { BatchesModule } from './batches/batches.module.js';
import { DataExportModule } from './data-export/data-export.module.js';
import { DeletedUsersModule } from './deleted-users/deleted-users.module.js';
import { DesktopsModule } from './desktops/desktops.module.js';
import { EventStreamsModule } from './event-streams/event-streams.module.js';
import { ImageJobsModule } from './image-jobs/image-jobs.module.js';
import { ImagesModule } from './images/images.module.js';
import { ImageStoreModule } from './image-store/image-store.module.js';
import { InstallLogsModule } from './install-logs/install-logs.module.js';
import { InstallMonitoringModule } from './installs/monitoring/install-monitoring.module.js';
import { InstallRequestsModule } from './install-requests/install-requests.module.js';
import { InstallsModule } from './installs/installs.module.js';
import { InstallStepsModule } from './install-steps/install-steps.module.js';
import { LiveModule } from './live/live.module.js';
import { MachinesModule } from './installs/machines/machines.module.js';
import { OrchestratorModule } from './orchestrator/orchestrator.module.js';
import { QuotaModule } from './quota/quota.module.js';
import { RdpModule } from './installs/rdp/rdp.module.js';
import { RecoveryModule } from './recovery/recovery.module.js';
import { RootPasswordModule } from './root-password/root-password.module.js';
import { ScriptsModule } from './scripts/scripts.module.js';
import { ToolkitModule } from './toolkit/toolkit.module.js';
import { UploadsModule } from './uploads/uploads.module.js';
import { UsersModule } from './users/users.module.js';
import { VpsAccessModule } from './vps-access/vps-access.module.js';
import { VpsChecksModule } from './vps-checks/vps-checks.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { WindowsOptionsModule } from './windows-options/windows-options.module.js';
import { WindowsVersionsModule } from './windows-versions/windows-versions.module.js';

@Module({
  imports: [
    // User requests
    InstallRequestsModule,
    InstallsModule,
    MachinesModule,
    InstallLogsModule,
    RdpModule,
    LiveModule,
    VpsChecksModule,
    BatchesModule,
    DesktopsModule,
    ScriptsModule,
    WebhooksModule,
    WindowsOptionsModule,
    WindowsVersionsModule,
    RootPasswordModule,

    // Administration
    AdminInstallsModule,
    InstallMonitoringModule,
    ImagesModule,
    UploadsModule,
    DataExportModule,
    DeletedUsersModule,

    // Background work on VPSs
    OrchestratorModule,
    AgentModule,
    RecoveryModule,

    // Shared by the features above
    AccountClosureModule,
    EventStreamsModule,
    ImageJobsModule,
    ImageStoreModule,
    InstallStepsModule,
    QuotaModule,
    ToolkitModule,
    UsersModule,
    VpsAccessModule,
  ],
})
export class AppModule {}
