import { Module } from '@nestjs/common';
import { AccountClosureModule } from '../account-closure/account-closure.module.js';
import { BatchesModule } from '../batches/batches.module.js';
import { DesktopsModule } from '../desktops/desktops.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { ScriptsModule } from '../scripts/scripts.module.js';
import { VpsChecksModule } from '../vps-checks/vps-checks.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { DeletedUsersConsumer } from './deleted-users.consumer.js';
import { DeletedUsersGrpcController } from './deleted-users.grpc.controller.js';
import { DeletedUsersService } from './deleted-users.service.js';

@Module({
  imports: [
    AccountClosureModule,
    BatchesModule,
    DesktopsModule,
    InstallsModule,
    ScriptsModule,
    VpsChecksModule,
    WebhooksModule,
  ],
  controllers: [DeletedUsersConsumer, DeletedUsersGrpcController],
  providers: [DeletedUsersService],
})
export class DeletedUsersModule {}
