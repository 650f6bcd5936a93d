import { Module } from '@nestjs/common';
import { GrpcServiceClients, pageDeadline } from './grpc-service-clients.js';
import { ServiceClients } from './service-clients.js';

@Module({
  providers: [pageDeadline, { provide: ServiceClients, useClass: GrpcServiceClients }],
  exports: [ServiceClients],
})
export class ClientsModule {}
