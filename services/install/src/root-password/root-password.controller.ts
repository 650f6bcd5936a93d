import { Controller, Header } from '@nestjs/common';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { vpsScript } from '@casement/install-engine/scripts.js';

/**
 * Serves the script of the help "How to create a root password" (SPEC §7), which users fetch and pipe to a root
 * shell.
 */
@Controller()
@Public()
export class RootPasswordController {
  @Route(installRoutes.rootPasswordScript)
  @Header('Content-Type', 'text/plain; charset=utf-8')
  script(): Promise<string> {
    return vpsScript('root-password');
  }
}
