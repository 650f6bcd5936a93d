import { Body, Controller, Post } from '@nestjs/common';
import { AdminOnly, SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  sendTestRequest,
  sendTestResponse,
  type SendTestRequest,
} from '@casement/proto/http/telegram.js';
import { TestMessagesService } from './test-messages.service.js';

@Controller()
export class TestMessagesController {
  constructor(private readonly tests: TestMessagesService) {}

  @Post('user/telegram-notifications/test')
  @Answers(sendTestResponse)
  @SignedIn()
  async own(
    @CurrentActor() actor: Actor,
    @Body({ schema: sendTestRequest }) { channel }: SendTestRequest,
  ) {
    return reply(await this.tests.send(actor, channel), 'Test sent');
  }

  @Post('admin/telegram-bot/test')
  @Answers(sendTestResponse)
  @AdminOnly()
  async admin(
    @CurrentActor() actor: Actor,
    @Body({ schema: sendTestRequest }) { channel }: SendTestRequest,
  ) {
    return reply(await this.tests.send(actor, channel), 'Test sent');
  }
}
