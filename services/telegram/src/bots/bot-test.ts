import { Injectable } from '@nestjs/common';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { BotApis } from './bot-apis.js';

/** Telegram as an external dependency that administrators can test: a getMe call. */
@Injectable()
export class BotTest {
  constructor(dependencies: ExternalDependencies, apis: BotApis) {
    dependencies.add({
      name: 'telegram-bot',
      isConfigured: () => apis.find('primary') !== null,
      ask: async () => {
        const bot = await apis.find('primary')!.getMe();
        return `getMe: @${bot.username}, ${bot.first_name}, id ${bot.id}`;
      },
    });
  }
}
