import { Body, Controller, Get, Put } from '@nestjs/common';
import { z } from 'zod';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  noticeSetting,
  updateNoticeSettingRequest,
  type UpdateNoticeSettingRequest,
} from '@casement/proto/http/telegram.js';
import { SettingsService } from './settings.service.js';

@Controller('user/telegram-notifications/settings')
@SignedIn()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @Answers(z.array(noticeSetting))
  async list(@CurrentActor() actor: Actor) {
    return reply(await this.settings.list(actor), 'Notification settings');
  }

  @Put()
  @Answers(z.array(noticeSetting))
  async update(
    @CurrentActor() actor: Actor,
    @Body({ schema: updateNoticeSettingRequest }) change: UpdateNoticeSettingRequest,
  ) {
    return reply(await this.settings.update(actor, change), 'Notification settings saved');
  }
}
