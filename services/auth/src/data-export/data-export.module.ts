import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { LegalPagesModule } from '../legal-pages/legal-pages.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { UsersModule } from '../users/users.module.js';
import { DataExportController } from './data-export.controller.js';
import { DataExportService } from './data-export.service.js';

@Module({
  imports: [
    ApiKeysModule,
    ClientsModule,
    LegalPagesModule,
    SessionsModule,
    ThrottleModule,
    UsersModule,
  ],
  controllers: [DataExportController],
  providers: [DataExportService],
})
export class DataExportModule {}
