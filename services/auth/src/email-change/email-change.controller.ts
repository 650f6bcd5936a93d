import { Body, Controller } from '@nestjs/common';
import { Public, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import type {
  AccountLinkRequest,
  ChangeEmailRequest,
  VerifyEmailRequest,
} from '@casement/proto/http/auth/email-addresses.js';
import { toUserResponse } from '../users/users.mapper.js';
import { EmailChangeService } from './email-change.service.js';

@Controller()
export class EmailChangeController {
  constructor(private readonly service: EmailChangeService) {}

  @Route(accountSecurityRoutes.changeEmail)
  @SignedIn()
  async request(@CurrentActor() actor: Actor, @Body() { email }: ChangeEmailRequest) {
    await this.service.request(actor, email);
    return reply(null, 'We sent a code to the new address.');
  }

  @Route(accountSecurityRoutes.confirmEmailChange)
  @SignedIn()
  async confirm(@CurrentActor() actor: Actor, @Body() { code }: VerifyEmailRequest) {
    const user = toUserResponse(await this.service.confirm(actor, code));
    return reply({ user }, 'Email address changed. Your other devices were signed out.');
  }

  @Route(accountSecurityRoutes.undoEmailChange)
  @Public()
  async undo(@Body() { token }: AccountLinkRequest) {
    await this.service.undo(token);
    return reply(null, 'Your former email address was restored and every session ended.');
  }
}
