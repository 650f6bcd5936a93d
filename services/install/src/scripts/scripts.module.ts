import { Module } from '@nestjs/common';
import { AccountClosureModule } from '../account-closure/account-closure.module.js';
import { AdminScriptsController } from './admin-scripts.controller.js';
import { ScriptsController } from './scripts.controller.js';
import { ScriptsRepository } from './scripts.repository.js';
import { ScriptsService } from './scripts.service.js';

@Module({
  imports: [AccountClosureModule],
  controllers: [AdminScriptsController, ScriptsController],
  providers: [ScriptsRepository, ScriptsService],
  exports: [ScriptsService],
})
export class ScriptsModule {}
