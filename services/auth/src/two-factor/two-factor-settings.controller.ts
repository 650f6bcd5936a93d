import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  twoFactorDisableRequest,
  twoFactorEnableRequest,
  twoFactorEnableResponse,
  twoFactorSetupResponse,
  twoFactorStatusResponse,
  type TwoFactorDisableRequest,
  type TwoFactorEnableRequest,
  type TwoFactorEnableResponse,
  type TwoFactorStatusResponse,
} from '@casement/proto/http/auth.js';
import { TwoFactorSettingsService } from './two-factor-settings.service.js';

/** An administrator's own two-factor. */
@Controller('admin/2fa')
@AdminOnly()
export class TwoFactorSettingsController {
  constructor(private readonly service: TwoFactorSettingsService) {}

  @Get('status')
  @Answers(twoFactorStatusResponse)
  async status(@CurrentActor() actor: Actor) {
    const data: TwoFactorStatusResponse = { enabled: await this.service.isEnabled(actor) };
    return reply(data, '2FA status');
  }

  @Post('setup')
  @Answers(twoFactorSetupResponse)
  @Header('Cache-Control', 'no-store')
  async setUp(@CurrentActor() actor: Actor) {
    return reply(await this.service.setUp(actor), 'Scan the QR code with your authenticator app.');
  }

  @Post('enable')
  @Answers(twoFactorEnableResponse)
  @Header('Cache-Control', 'no-store')
  async enable(
    @CurrentActor() actor: Actor,
    @Body({ schema: twoFactorEnableRequest }) { code, secret }: TwoFactorEnableRequest,
  ) {
    const recoveryCodes = await this.service.enable(actor, code, secret);
    return reply({ recoveryCodes } satisfies TwoFactorEnableResponse, '2FA Enabled');
  }

  @Post('disable')
  @Answers(null)
  async disable(
    @CurrentActor() actor: Actor,
    @Body({ schema: twoFactorDisableRequest }) { code }: TwoFactorDisableRequest,
  ) {
    await this.service.disable(actor, code);
    return reply(null, '2FA Disabled');
  }

  @Post('test')
  @Answers(null)
  async test(
    @CurrentActor() actor: Actor,
    @Body({ schema: twoFactorDisableRequest }) { code }: TwoFactorDisableRequest,
  ) {
    await this.service.test(actor, code);
    return reply(null, 'The code is right');
  }
}
