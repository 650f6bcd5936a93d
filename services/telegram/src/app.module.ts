import { Module } from '@nestjs/common';
import { BotsModule } from './bots/bots.module.js';
import { DeletedUsersModule } from './deleted-users/deleted-users.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { LinksModule } from './links/links.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { PollingModule } from './polling/polling.module.js';
import { SendingModule } from './sending/sending.module.js';
import { SettingsModule } from './settings/settings.module.js';

@Module({
  imports: [
    BotsModule,
    DeletedUsersModule,
    DeliveriesModule,
    HousekeepingModule,
    LinksModule,
    NoticesModule,
    PollingModule,
    SendingModule,
    SettingsModule,
  ],
})
export class AppModule {}
