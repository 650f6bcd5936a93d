import { Module } from '@nestjs/common';
import { DeletedUsersModule } from '../deleted-users/deleted-users.module.js';
import { HistoryController } from '../notices/notices.controller.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';

@Module({
  imports: [DeletedUsersModule],
  controllers: [HistoryController],
  providers: [HistoryRepository, HistoryService],
})
export class HistoryModule {}
