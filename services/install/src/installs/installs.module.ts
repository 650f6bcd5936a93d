import { Module } from '@nestjs/common';
import { QuotaModule } from '../quota/quota.module.js';
import { UsersModule } from '../users/users.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AgentInstallsService } from './agent-installs.service.js';
import { CancellationsService } from './cancellations.service.js';
import { InstallMapper } from './install.mapper.js';
import { InstallMetrics } from './install-metrics.js';
import { InstallReservations } from './install-reservations.service.js';
import { InstallSecrets } from './install-secrets.js';
import { InstallTransitions } from './install-transitions.service.js';
import { InstallWebhooks } from './install-webhooks.js';
import { InstallsController } from './installs.controller.js';
import { InstallsGrpcController } from './installs.grpc.controller.js';
import { InstallsRepository } from './installs.repository.js';
import { InstallsService } from './installs.service.js';

/** Rows of the `install` table, their status changes, quota and secrets. */
@Module({
  imports: [QuotaModule, UsersModule, WebhooksModule],
  controllers: [InstallsController, InstallsGrpcController],
  providers: [
    AgentInstallsService,
    CancellationsService,
    InstallMapper,
    InstallMetrics,
    InstallReservations,
    InstallSecrets,
    InstallTransitions,
    InstallWebhooks,
    InstallsRepository,
    InstallsService,
  ],
  exports: [
    AgentInstallsService,
    CancellationsService,
    InstallMapper,
    InstallMetrics,
    InstallReservations,
    InstallSecrets,
    InstallTransitions,
    InstallsService,
  ],
})
export class InstallsModule {}
