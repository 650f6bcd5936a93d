import { Module } from '@nestjs/common';
import { InstallStepsRepository } from './install-steps.repository.js';
import { InstallStepsService } from './install-steps.service.js';

@Module({
  providers: [InstallStepsRepository, InstallStepsService],
  exports: [InstallStepsService],
})
export class InstallStepsModule {}
