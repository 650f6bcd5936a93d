import { Injectable } from '@nestjs/common';
import { OutsideSystems } from '@casement/common/operations/outside-systems.js';
import { BotApis } from '../bot-api/bot-apis.js';

/** Telegram, to be tested by administrators: it is asked who our bot is. */
@Injectable()
export class BotTest {
  constructor(outside: OutsideSystems, apis: BotApis) {
    outside.add({
      name: 'telegram-bot',
      isConfigured: () => apis.find('primary') !== null,
      ask: async () => {
        const bot = await apis.find('primary')!.getMe();
        return `getMe: @${bot.username}, ${bot.first_name}, id ${bot.id}`;
      },
    });
  }
}
