import { Module } from '@nestjs/common';
import { VpsAccessModule } from '../../vps-access/vps-access.module.js';
import { InstallsModule } from '../installs.module.js';
import { RdpChecksService } from './rdp-checks.service.js';
import { RdpController } from './rdp.controller.js';
import { RdpPasswordsService } from './rdp-passwords.service.js';
import { RdpRepository } from './rdp.repository.js';

/** Owners' access to the RDP password of their Windows, and the proof that it works. */
@Module({
  imports: [InstallsModule, VpsAccessModule],
  controllers: [RdpController],
  providers: [RdpChecksService, RdpPasswordsService, RdpRepository],
})
export class RdpModule {}
