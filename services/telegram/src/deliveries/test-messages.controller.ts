import { Body, Controller } from '@nestjs/common';
import { AdminOnly, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { SendTestRequest } from '@casement/proto/http/telegram.js';
import { telegramRoutes } from '@casement/proto/http/telegram.routes.js';
import { TestMessagesService } from './test-messages.service.js';

@Controller()
export class TestMessagesController {
  constructor(private readonly tests: TestMessagesService) {}

  @Route(telegramRoutes.sendOwnTest)
  @SignedIn()
  async own(@CurrentActor() actor: Actor, @Body() { channel }: SendTestRequest) {
    return reply(await this.tests.send(actor, channel), 'Test sent');
  }

  @Route(telegramRoutes.sendTest)
  @AdminOnly()
  async admin(@CurrentActor() actor: Actor, @Body() { channel }: SendTestRequest) {
    return reply(await this.tests.send(actor, channel), 'Test sent');
  }
}
