import { Controller, Param, StreamableFile } from '@nestjs/common';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { AdminOnly, KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { InstallLogsService } from './install-logs.service.js';

@Controller()
export class InstallLogsController {
  constructor(private readonly logs: InstallLogsService) {}

  @Route(installRoutes.installLog)
  @KeyScope('installs:read')
  @SignedIn()
  async ownLog(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return plainText(await this.logs.forOwner(actor, id));
  }

  @Route(installRoutes.adminInstallDetails)
  @KeyScope('admin:read')
  @AdminOnly()
  async details(@Param('id') id: string) {
    return reply(await this.logs.details(id), 'Install');
  }

  /** Includes details that only support understands. */
  @Route(installRoutes.adminInstallLog)
  @KeyScope('admin:read')
  @AdminOnly()
  async anyLog(@Param('id') id: string) {
    return plainText(await this.logs.forAdmin(id));
  }
}

/** Sets the content type on the file because an error response in its place is JSON. */
const plainText = (text: string): StreamableFile =>
  new StreamableFile(Buffer.from(text), { type: 'text/plain; charset=utf-8' });
