import { Body, Controller, Param } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import type { AddPasskeyRequest } from '@casement/proto/http/auth/passkeys.js';
import type { TwoFactorEnableRequest } from '@casement/proto/http/auth/two-factor.js';
import { TwoFactorSettingsService } from './two-factor-settings.service.js';

@Controller()
@SignedIn()
export class OwnTwoFactorController {
  constructor(private readonly service: TwoFactorSettingsService) {}

  @Route(accountSecurityRoutes.ownTwoFactor)
  async describe(@CurrentActor() actor: Actor) {
    return reply(await this.service.describe(actor), 'Second factors');
  }

  @Route(accountSecurityRoutes.setUpOwnApp)
  async setUp(@CurrentActor() actor: Actor) {
    return reply(await this.service.setUp(actor), 'Scan the QR code with your authenticator app.');
  }

  @Route(accountSecurityRoutes.enableOwnApp)
  async enable(@CurrentActor() actor: Actor, @Body() { code, secret }: TwoFactorEnableRequest) {
    const recoveryCodes = await this.service.enable(actor, code, secret);
    return reply({ recoveryCodes }, '2FA Enabled');
  }

  @Route(accountSecurityRoutes.removeOwnApp)
  async remove(@CurrentActor() actor: Actor) {
    await this.service.remove(actor);
    return reply(null, '2FA Disabled');
  }

  @Route(accountSecurityRoutes.renewRecoveryCodes)
  async renew(@CurrentActor() actor: Actor) {
    const recoveryCodes = await this.service.renewRecoveryCodes(actor);
    return reply({ recoveryCodes }, 'Save the new recovery codes. The old ones no longer work.');
  }

  @Route(accountSecurityRoutes.passkeyOptions)
  async passkeyOptions(@CurrentActor() actor: Actor) {
    return reply({ options: await this.service.passkeyOptions(actor) }, 'Create your passkey.');
  }

  @Route(accountSecurityRoutes.addPasskey)
  async addPasskey(@CurrentActor() actor: Actor, @Body() { credential }: AddPasskeyRequest) {
    const recoveryCodes = await this.service.addPasskey(actor, credential);
    return reply({ recoveryCodes }, 'Passkey added');
  }

  @Route(accountSecurityRoutes.removePasskey)
  async removePasskey(@CurrentActor() actor: Actor, @Param('id') id: string) {
    await this.service.removePasskey(actor, id);
    return reply(null, 'Passkey removed');
  }
}
