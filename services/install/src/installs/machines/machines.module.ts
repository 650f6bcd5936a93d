import { Module } from '@nestjs/common';
import { InstallsModule } from '../installs.module.js';
import { MachinesController } from './machines.controller.js';
import { MachinesRepository } from './machines.repository.js';
import { MachinesService } from './machines.service.js';

/** Customers' machines, each an address and port with all its installs, and their labels. */
@Module({
  imports: [InstallsModule],
  controllers: [MachinesController],
  providers: [MachinesRepository, MachinesService],
})
export class MachinesModule {}
