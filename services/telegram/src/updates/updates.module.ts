import { Module } from '@nestjs/common';
import { BotsModule } from '../bots/bots.module.js';
import { ChatsModule } from '../chats/chats.module.js';
import { Pollers } from './pollers.js';
import { UpdatesService } from './updates.service.js';

@Module({ imports: [BotsModule, ChatsModule], providers: [Pollers, UpdatesService] })
export class UpdatesModule {}
