import { Body, Controller } from '@nestjs/common';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type {
  TwoFactorDisableRequest,
  TwoFactorEnableRequest,
} from '@casement/proto/http/auth/two-factor.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { TwoFactorSettingsService } from './two-factor-settings.service.js';

@Controller()
@AdminOnly()
export class TwoFactorSettingsController {
  constructor(private readonly service: TwoFactorSettingsService) {}

  @Route(authRoutes.twoFactorStatus)
  async status(@CurrentActor() actor: Actor) {
    return reply({ enabled: await this.service.hasApp(actor) }, '2FA status');
  }

  @Route(authRoutes.setUpTwoFactor)
  async setUp(@CurrentActor() actor: Actor) {
    return reply(await this.service.setUp(actor), 'Scan the QR code with your authenticator app.');
  }

  @Route(authRoutes.enableTwoFactor)
  async enable(@CurrentActor() actor: Actor, @Body() { code, secret }: TwoFactorEnableRequest) {
    const recoveryCodes = await this.service.enable(actor, code, secret);
    return reply({ recoveryCodes }, '2FA Enabled');
  }

  @Route(authRoutes.disableTwoFactor)
  async disable(@CurrentActor() actor: Actor, @Body() { code }: TwoFactorDisableRequest) {
    await this.service.disable(actor, code);
    return reply(null, '2FA Disabled');
  }

  @Route(authRoutes.testTwoFactor)
  async test(@CurrentActor() actor: Actor, @Body() { code }: TwoFactorDisableRequest) {
    await this.service.test(actor, code);
    return reply(null, 'The code is correct');
  }
}
