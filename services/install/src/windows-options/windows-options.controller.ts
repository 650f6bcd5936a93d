import { Controller } from '@nestjs/common';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { WindowsOptionsService } from './windows-options.service.js';

@Controller()
@SignedIn()
export class WindowsOptionsController {
  constructor(private readonly service: WindowsOptionsService) {}

  @Route(installRoutes.windowsOptionsOffer)
  @KeyScope('installs:read')
  async offer() {
    return reply(await this.service.offer(), 'Windows options');
  }
}
