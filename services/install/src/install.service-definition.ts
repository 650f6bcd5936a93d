import { defineService } from '@casement/common/platform/bootstrap/service-definition.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { AppModule } from './app.module.js';
import { BatchEntity, BatchRowEntity } from './batches/batch.entity.js';
import { InstallConfig } from './config.js';
import { installMigrations } from './database/migrations.js';
import { DesktopSessionEntity } from './desktops/desktop-session.entity.js';
import { ImageJobEntity } from './image-jobs/image-job.entity.js';
import { InstallEntity } from './installs/install.entity.js';
import { PasswordResetEntity } from './recovery/password-reset/password-reset.entity.js';
import { ImageUploadEntity } from './uploads/image-upload.entity.js';
import { VpsCheckEntity } from './vps-checks/vps-check.entity.js';
import { ScriptEntity } from './scripts/script.entity.js';
import { WebhookEntity } from './webhooks/webhook.entity.js';
import { WindowsVersionEntity } from './windows-versions/windows-version.entity.js';

export const install = defineService({
  name: 'install',
  config: InstallConfig,
  module: AppModule,
  database: {
    entities: [
      BatchEntity,
      BatchRowEntity,
      DesktopSessionEntity,
      ImageJobEntity,
      ImageUploadEntity,
      InstallEntity,
      PasswordResetEntity,
      VpsCheckEntity,
      ScriptEntity,
      WebhookEntity,
      WindowsVersionEntity,
    ],
    migrations: [...commonMigrations, ...installMigrations],
  },
  // Fits 200 machines with the longest passwords, and a key.
  bodyLimit: '512kb',
  apiKeysFrom: ({ AUTH_GRPC_URL }) => AUTH_GRPC_URL,
  grpc: {
    packages: ['casement.install.v1'],
    protos: ['casement/install/v1/install_service.proto'],
  },
});
