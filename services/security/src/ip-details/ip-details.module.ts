import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { IpDetailsController } from './ip-details.controller.js';
import { IpDetailsRepository } from './ip-details.repository.js';
import { IpDetailsService } from './ip-details.service.js';

@Module({
  imports: [AlertsModule, BlocksModule],
  controllers: [IpDetailsController],
  providers: [IpDetailsRepository, IpDetailsService],
})
export class IpDetailsModule {}
