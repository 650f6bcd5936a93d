import { Controller } from '@nestjs/common';
import { installRoutes } from '@casement/proto/http/install.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toWindowsVersion } from './windows-versions.mapper.js';
import { OfferedVersions } from './offered-versions.js';

@Controller()
@SignedIn()
export class WindowsVersionsController {
  constructor(private readonly offered: OfferedVersions) {}

  /** All versions, never paged (SPEC §7); those without an image are there, but not available. */
  @Route(installRoutes.windowsVersions)
  @KeyScope('installs:read')
  async list() {
    return reply((await this.offered.list()).map(toWindowsVersion), 'Windows versions');
  }
}
