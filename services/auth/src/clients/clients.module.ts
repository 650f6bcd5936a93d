import { Module } from '@nestjs/common';
import { PAGE_DEADLINE_MS, ServiceClients } from './service-clients.js';

@Module({
  providers: [{ provide: PAGE_DEADLINE_MS, useValue: 800 }, ServiceClients],
  exports: [ServiceClients],
})
export class ClientsModule {}
