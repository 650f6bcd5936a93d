import { Module } from '@nestjs/common';
import { AnnouncementsModule } from './announcements/announcements.module.js';
import { BotsModule } from './bots/bots.module.js';
import { BrandModule } from './brand/brand.module.js';
import { ChatsModule } from './chats/chats.module.js';
import { DataExportModule } from './data-export/data-export.module.js';
import { DeletedUsersModule } from './deleted-users/deleted-users.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { SendingModule } from './sending/sending.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { UpdatesModule } from './updates/updates.module.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    AnnouncementsModule,
    BotsModule,
    BrandModule,
    ChatsModule,
    DataExportModule,
    DeletedUsersModule,
    DeliveriesModule,
    HousekeepingModule,
    NoticesModule,
    SendingModule,
    SettingsModule,
    UpdatesModule,
    UsersModule,
  ],
})
export class AppModule {}
