import { Body, Controller } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type {
  TelegramNotificationsRequest,
  TelegramStatus,
} from '@casement/proto/http/telegram/telegram.js';
import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import { LinksService, type LinkStatus } from './links.service.js';

/** The caller's own Telegram account (SPEC §7). */
@Controller()
@SignedIn()
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Route(telegramRoutes.telegramStatus)
  async status(@CurrentActor() actor: Actor) {
    return reply(toTelegramStatus(await this.links.status(actor)), 'Telegram status');
  }

  @Route(telegramRoutes.connectTelegram)
  async connect(@CurrentActor() actor: Actor) {
    return reply(await this.links.connect(actor), 'Open the link in Telegram');
  }

  @Route(telegramRoutes.setTelegramNotifications)
  async notifications(
    @CurrentActor() actor: Actor,
    @Body() { enabled }: TelegramNotificationsRequest,
  ) {
    const status = await this.links.setNotifications(actor, enabled);
    return reply(toTelegramStatus(status), `Notifications are ${enabled ? 'on' : 'off'}`);
  }

  @Route(telegramRoutes.disconnectTelegram)
  async disconnect(@CurrentActor() actor: Actor) {
    return reply(toTelegramStatus(await this.links.disconnect(actor)), 'Telegram disconnected');
  }
}

const toTelegramStatus = ({ link, blocked, botLink }: LinkStatus): TelegramStatus => ({
  telegramUserId: link?.telegramUserId ?? null,
  displayName: link?.displayName ?? null,
  telegram: link?.username ?? null,
  notificationsEnabled: link?.notificationsEnabled ?? false,
  blocked,
  connectedAt: link?.createdAt.toISOString() ?? null,
  botLink,
});
