import { Body, Controller, Get, Put } from '@nestjs/common';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  updateNoticeSettingRequest,
  type UpdateNoticeSettingRequest,
} from '@casement/proto/http/telegram.js';
import { SettingsService } from './settings.service.js';

@Controller('user/telegram-notifications/settings')
@SignedIn()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  async list(@CurrentActor() actor: Actor) {
    return reply(await this.settings.list(actor), 'Notification settings');
  }

  @Put()
  async update(
    @CurrentActor() actor: Actor,
    @Body({ schema: updateNoticeSettingRequest }) change: UpdateNoticeSettingRequest,
  ) {
    return reply(await this.settings.update(actor, change), 'Notification settings saved');
  }
}
