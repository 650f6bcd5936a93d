import { Module } from '@nestjs/common';
import { BotsModule } from './bots/bots.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { HistoryModule } from './history/history.module.js';
import { Housekeeping } from './housekeeping.js';
import { LinksModule } from './chats/chats.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { PollingModule } from './updates/updates.module.js';
import { SendingModule } from './sending/sending.module.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    BotsModule,
    DeliveriesModule,
    HistoryModule,
    LinksModule,
    NoticesModule,
    PollingModule,
    SendingModule,
    UsersModule,
  ],
  providers: [Housekeeping],
})
export class AppModule {}
