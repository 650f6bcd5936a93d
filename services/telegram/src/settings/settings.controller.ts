import { Body, Controller } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { UpdateNoticeSettingRequest } from '@casement/proto/http/telegram/telegram.js';
import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import { SettingsService } from './settings.service.js';

@Controller()
@SignedIn()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Route(telegramRoutes.noticeSettings)
  async list(@CurrentActor() actor: Actor) {
    return reply(await this.settings.list(actor), 'Notification settings');
  }

  @Route(telegramRoutes.updateNoticeSetting)
  async update(@CurrentActor() actor: Actor, @Body() change: UpdateNoticeSettingRequest) {
    return reply(await this.settings.update(actor, change), 'Notification settings saved');
  }
}
