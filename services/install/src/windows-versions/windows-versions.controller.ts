import { Controller } from '@nestjs/common';
import { windowsVersionRoutes } from '@casement/proto/http/install/windows/windows-versions.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { OfferedVersions } from './offered-versions.js';
import { toWindowsVersion } from './windows-versions.mapper.js';

@Controller()
@SignedIn()
export class WindowsVersionsController {
  constructor(private readonly offered: OfferedVersions) {}

  /** Never paged (SPEC §7). Versions without an image are listed as unavailable. */
  @Route(windowsVersionRoutes.windowsVersions)
  @KeyScope('installs:read')
  async list() {
    return reply((await this.offered.list()).map(toWindowsVersion), 'Windows versions');
  }
}
