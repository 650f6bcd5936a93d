import { Body, Controller, Get, Post } from '@nestjs/common';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  connectTelegramResponse,
  telegramNotificationsRequest,
  telegramStatus,
  type TelegramNotificationsRequest,
} from '@casement/proto/http/telegram.js';
import { toTelegramStatus } from './links.mapper.js';
import { LinksService } from './links.service.js';

/** A user's own Telegram account (SPEC §7). */
@Controller()
@SignedIn()
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Get('auth/telegram/status')
  @Answers(telegramStatus)
  async status(@CurrentActor() actor: Actor) {
    return reply(toTelegramStatus(await this.links.status(actor)), 'Telegram status');
  }

  @Post('user/connect-telegram')
  @Answers(connectTelegramResponse)
  async connect(@CurrentActor() actor: Actor) {
    return reply(await this.links.connect(actor), 'Open the link in Telegram');
  }

  @Post('user/telegram-notifications')
  @Answers(telegramStatus)
  async notifications(
    @CurrentActor() actor: Actor,
    @Body({ schema: telegramNotificationsRequest }) { enabled }: TelegramNotificationsRequest,
  ) {
    const status = await this.links.setNotifications(actor, enabled);
    return reply(toTelegramStatus(status), `Notifications are ${enabled ? 'on' : 'off'}`);
  }

  @Post('user/disconnect-telegram')
  @Answers(telegramStatus)
  async disconnect(@CurrentActor() actor: Actor) {
    return reply(toTelegramStatus(await this.links.disconnect(actor)), 'Telegram disconnected');
  }
}
