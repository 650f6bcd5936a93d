import { Body, Controller, Param, Query } from '@nestjs/common';
import type {
  InstallHistoryQuery,
  InstallRequest,
  RdpCheckRequest,
} from '@casement/proto/http/install.js';
import { installRoutes } from '@casement/proto/http/install.routes.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { CancellationsService } from './cancellations.service.js';
import { InstallLogsService } from './install-logs.service.js';
import { InstallMapper } from './install.mapper.js';
import { InstallsService } from './installs.service.js';
import { plainTextAnswer } from './plain-text-answer.js';
import { RdpChecksService } from './rdp-checks.service.js';
import { RdpPasswordsService } from './rdp-passwords.service.js';

const CANCELLED = 'Install cancelled';
const RETURNING =
  'The install is being cancelled: the VPS returns to Linux, then your quota is returned';

@Controller()
@SignedIn()
export class InstallsController {
  constructor(
    private readonly service: InstallsService,
    private readonly cancellations: CancellationsService,
    private readonly logs: InstallLogsService,
    private readonly rdpPasswords: RdpPasswordsService,
    private readonly rdpChecks: RdpChecksService,
    private readonly mapper: InstallMapper,
  ) {}

  @Route(installRoutes.requestInstall)
  @KeyScope('installs:write')
  async request(@CurrentActor() actor: Actor, @Body() body: InstallRequest) {
    const install = await this.service.request(actor, body);
    return reply(await this.mapper.record(install), 'Installation started');
  }

  /** Only before the commit; after it 409 with the reason. */
  @Route(installRoutes.cancelInstall)
  @KeyScope('installs:write')
  async cancel(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const install = await this.cancellations.cancel(actor, id);
    const message = install.status === 'failed' ? CANCELLED : RETURNING;
    return reply(await this.mapper.record(install), message);
  }

  /** Plain text, to be read and to be kept. */
  @Route(installRoutes.installLog)
  @KeyScope('installs:read')
  async log(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return plainTextAnswer(await this.logs.forOwner(actor, id));
  }

  @Route(installRoutes.rdpPassword)
  @KeyScope('installs:write')
  async rdpPassword(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return reply({ passwd_rdp: await this.rdpPasswords.show(actor, id) }, 'RDP password');
  }

  @Route(installRoutes.eraseRdpPassword)
  @KeyScope('installs:write')
  async eraseRdpPassword(@CurrentActor() actor: Actor, @Param('id') id: string) {
    await this.rdpPasswords.erase(actor, id);
    return reply(null, 'RDP password erased');
  }

  /** Takes up to 16 seconds: Windows is asked. */
  @Route(installRoutes.checkRdp)
  @KeyScope('installs:write')
  async checkRdp(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() { password }: RdpCheckRequest,
  ) {
    const answer = await this.rdpChecks.check(actor, id, password);
    return reply(answer, answer.message);
  }

  @Route(installRoutes.ownInstall)
  @KeyScope('installs:read')
  async own(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return reply(await this.mapper.record(await this.service.own(actor, id)), 'Install');
  }

  @Route(installRoutes.installHistory)
  @KeyScope('installs:read')
  async history(@CurrentActor() actor: Actor, @Query() query: InstallHistoryQuery) {
    const { rows, ...list } = await this.service.list(actor, query);
    return paged(await this.mapper.records(rows), list, query, 'Install history');
  }
}
