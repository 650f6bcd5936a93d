import { defineService } from '@casement/common/bootstrap/service-definition.js';
import { commonMigrations } from '@casement/common/database/common-migrations.js';
import { AppModule } from './app.module.js';
import { InstallConfig } from './config.js';
import { CreateInstalls1763710000000 } from './database/migrations/1763710000000-create-installs.js';
import { CloseUsers1763811000000 } from './database/migrations/1763811000000-close-users.js';
import { ListInstalls1763840000000 } from './database/migrations/1763840000000-list-installs.js';
import { CheckVps1763850000000 } from './database/migrations/1763850000000-check-vps.js';
import { ChartInstalls1763851000000 } from './database/migrations/1763851000000-chart-installs.js';
import { ImportImages1763900000000 } from './database/migrations/1763900000000-import-images.js';
import { ImageJobEntity } from './images/image-job.entity.js';
import { InstallEntity } from './installs/install.entity.js';
import { VpsCheckEntity } from './vps-checks/vps-check.entity.js';
import { WindowsVersionEntity } from './windows-versions/windows-version.entity.js';

export const install = defineService({
  name: 'install',
  config: InstallConfig,
  module: AppModule,
  database: {
    entities: [ImageJobEntity, InstallEntity, VpsCheckEntity, WindowsVersionEntity],
    migrations: [
      ...commonMigrations,
      CreateInstalls1763710000000,
      CloseUsers1763811000000,
      ListInstalls1763840000000,
      CheckVps1763850000000,
      ChartInstalls1763851000000,
      ImportImages1763900000000,
    ],
  },
  grpc: {
    packages: ['casement.install.v1'],
    protos: ['casement/install/v1/install_service.proto'],
  },
});
