import { Module } from '@nestjs/common';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { UserDirectory, userDirectory } from '@casement/common/platform/users/user-directory.js';
import { AGENT_REPOSITORY, AGENT_URL, CHUNK_ORIGINS, CHUNK_STORE } from '../agent/agent.tokens.js';
import { ClosedUsersConsumer } from '../closed-users/closed-users.consumer.js';
import { ClosedUsersGrpcController } from '../closed-users/closed-users.grpc.controller.js';
import { ClosedUsersRepository } from '../closed-users/closed-users.repository.js';
import { ClosedUsersService } from '../closed-users/closed-users.service.js';
import { InstallConfig } from '../config.js';
import { AgentSession } from '@casement/install-engine/agent-api/agent-session.js';
import { ConfiguredOrigins } from '@casement/windows-image/origins/chunk-origins.js';
import { imageStore } from '../folders.js';
import { ImageCopiesRepository } from '../images/image-copies.repository.js';
import { WebhookEventsModule } from '../webhooks/webhook-events.module.js';
import { AdminWindowsVersionsController } from '../windows-versions/admin-windows-versions.controller.js';
import { CatalogueRequirements } from '../windows-versions/catalogue-requirements.js';
import { CertificationsRepository } from '../windows-versions/certifications.repository.js';
import { OfferedVersions } from '../windows-versions/offered-versions.js';
import { WindowsVersionsController } from '../windows-versions/windows-versions.controller.js';
import { WindowsVersionsRepository } from '../windows-versions/windows-versions.repository.js';
import { WindowsVersionsService } from '../windows-versions/windows-versions.service.js';
import { AgentInstallsRepository } from './agent-installs.repository.js';
import { AdminEditsService } from './admin/admin-edits.service.js';
import { AdminInstallsController } from './admin/admin-installs.controller.js';
import { AdminInstallsRepository } from './admin/admin-installs.repository.js';
import { AdminInstallsService } from './admin/admin-installs.service.js';
import { InstallOutcomesController } from './admin/install-outcomes.controller.js';
import { InstallOutcomesRepository } from './admin/install-outcomes.repository.js';
import { InstallMonitoringController } from './admin/install-monitoring.controller.js';
import { MonitoringView } from './admin/monitoring-view.js';
import { CancellationsService } from './cancellations.service.js';
import { InstallLogsService } from './install-logs.service.js';
import { InstallMetrics } from './install-metrics.js';
import { InstallMapper } from './install.mapper.js';
import { InstallStepsRepository } from './install-steps.repository.js';
import { InstallWebhooks } from './install-webhooks.js';
import { InstallTransitions } from './install-transitions.service.js';
import { InstallsController } from './installs.controller.js';
import { InstallsGrpcController } from './installs.grpc.controller.js';
import { InstallsRepository } from './installs.repository.js';
import { InstallsService } from './installs.service.js';
import { LiveController } from './live/live.controller.js';
import { LiveStreams } from './live/live-streams.js';
import { QuotaClient } from './quota.client.js';
import { RdpChecksService } from './rdp-checks.service.js';
import { RdpPasswordsService } from './rdp-passwords.service.js';
import { ReservationSweeper } from './reservation-sweeper.js';
import { SshAccessReader } from './ssh-access.js';
import { VpsTargets } from './vps-targets.js';

/** Installs and what they need: the catalogue of Windows versions, and the deletion of users. */
@Module({
  imports: [WebhookEventsModule],
  controllers: [
    InstallsController,
    InstallsGrpcController,
    AdminInstallsController,
    InstallMonitoringController,
    InstallOutcomesController,
    LiveController,
    ClosedUsersGrpcController,
    ClosedUsersConsumer,
    WindowsVersionsController,
    AdminWindowsVersionsController,
  ],
  providers: [
    AdminEditsService,
    AdminInstallsRepository,
    AdminInstallsService,
    AgentInstallsRepository,
    CancellationsService,
    CatalogueRequirements,
    ClosedUsersRepository,
    ClosedUsersService,
    ImageCopiesRepository,
    InstallLogsService,
    InstallMapper,
    InstallMetrics,
    InstallStepsRepository,
    InstallTransitions,
    InstallWebhooks,
    InstallsRepository,
    InstallsService,
    LiveStreams,
    MonitoringView,
    InstallOutcomesRepository,
    QuotaClient,
    RdpChecksService,
    RdpPasswordsService,
    ReservationSweeper,
    userDirectory(InstallConfig, 800),
    SshAccessReader,
    VpsTargets,
    CertificationsRepository,
    OfferedVersions,
    WindowsVersionsRepository,
    WindowsVersionsService,
    {
      provide: AddressPolicy,
      inject: [InstallConfig],
      useFactory: (config: InstallConfig) =>
        new AddressPolicy({
          allowed: config.INSTALL_ALLOWED_NETWORKS,
          own: config.INSTALL_OWN_ADDRESSES,
        }),
    },
    {
      provide: AgentSession,
      inject: [AgentInstallsRepository],
      useFactory: (installs: AgentInstallsRepository) => new AgentSession(installs),
    },
    { provide: AGENT_REPOSITORY, useExisting: AgentInstallsRepository },
    { provide: CHUNK_STORE, inject: [InstallConfig], useFactory: imageStore },
    {
      provide: CHUNK_ORIGINS,
      inject: [InstallConfig, ImageCopiesRepository],
      useFactory: (config: InstallConfig, copies: ImageCopiesRepository) =>
        new ConfiguredOrigins(config.IMAGE_ORIGINS, (image) => copies.verified(image)),
    },
    {
      provide: AGENT_URL,
      inject: [InstallConfig],
      useFactory: (config: InstallConfig) => config.INSTALL_AGENT_URL,
    },
  ],
  exports: [
    AGENT_REPOSITORY,
    AGENT_URL,
    CHUNK_ORIGINS,
    CHUNK_STORE,
    AddressPolicy,
    AgentInstallsRepository,
    AgentSession,
    CancellationsService,
    CatalogueRequirements,
    ClosedUsersService,
    ImageCopiesRepository,
    InstallMetrics,
    InstallStepsRepository,
    InstallTransitions,
    InstallWebhooks,
    InstallsRepository,
    InstallsService,
    SshAccessReader,
    UserDirectory,
    VpsTargets,
    CertificationsRepository,
    OfferedVersions,
    WindowsVersionsRepository,
  ],
})
export class InstallsModule {}
