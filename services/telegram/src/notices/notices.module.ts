import { Module } from '@nestjs/common';
import { ChatsRepository } from '../chats/chats.repository.js';
import { SettingsController } from '../settings/settings.controller.js';
import { SettingsRepository } from '../settings/settings.repository.js';
import { SettingsService } from '../settings/settings.service.js';
import { UsersModule } from '../users/users.module.js';
import { NoticesConsumer } from './notices.consumer.js';
import { NoticesRepository } from './notices.repository.js';

/** What users are notified of, by which channels, and in which chats. */
@Module({
  imports: [UsersModule],
  controllers: [NoticesConsumer, SettingsController],
  providers: [ChatsRepository, NoticesRepository, SettingsRepository, SettingsService],
  exports: [ChatsRepository, NoticesRepository, SettingsRepository],
})
export class NoticesModule {}
