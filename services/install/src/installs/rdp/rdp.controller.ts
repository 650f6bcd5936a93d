import { Body, Controller, Param } from '@nestjs/common';
import type { RdpCheckRequest } from '@casement/proto/http/install/rdp.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { RdpChecksService } from './rdp-checks.service.js';
import { RdpPasswordsService } from './rdp-passwords.service.js';

@Controller()
@SignedIn()
export class RdpController {
  constructor(
    private readonly passwords: RdpPasswordsService,
    private readonly checks: RdpChecksService,
  ) {}

  @Route(installRoutes.rdpPassword)
  @KeyScope('installs:write')
  async password(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return reply({ passwd_rdp: await this.passwords.show(actor, id) }, 'RDP password');
  }

  @Route(installRoutes.eraseRdpPassword)
  @KeyScope('installs:write')
  async erasePassword(@CurrentActor() actor: Actor, @Param('id') id: string) {
    await this.passwords.erase(actor, id);
    return reply(null, 'RDP password erased');
  }

  /** Signs in to Windows, which takes up to 8 seconds for each message order that is tried. */
  @Route(installRoutes.checkRdp)
  @KeyScope('installs:write')
  async checkPassword(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() { password }: RdpCheckRequest,
  ) {
    const answer = await this.checks.check(actor, id, password);
    return reply(answer, answer.message);
  }
}
