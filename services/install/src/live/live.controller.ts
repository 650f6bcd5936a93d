import { Controller, Headers, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { installRoutes } from '@casement/proto/http/install.routes.js';
import { AdminOnly, KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { InstallLogsService } from '../install-logs.service.js';
import { installErrors } from '../installs.errors.js';
import { InstallsRepository } from '../installs.repository.js';
import { EventChannel } from '../../live/event-channel.js';
import { InstallStream, MonitoringStream } from './live-stream.js';
import { LiveStreams } from './live-streams.js';

/** Installs as they happen: Server-Sent Events, which the gateway does not buffer. */
@Controller()
export class LiveController {
  constructor(
    private readonly streams: LiveStreams,
    private readonly installs: InstallsRepository,
    private readonly logs: InstallLogsService,
  ) {}

  @Route(installRoutes.installEvents)
  @KeyScope('installs:read')
  @SignedIn()
  async install(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const install = await this.installs.findOf(actor.userId, id);
    if (!install) throw installErrors.notFound();
    this.streams.admit(actor);
    const secrets = this.logs.secretsOf(install);
    const channel = new EventChannel(response);
    await this.streams.add(new InstallStream(actor, channel, id, lastEventId ?? null, secrets));
  }

  @Route(installRoutes.monitoringEvents)
  @AdminOnly()
  async monitoring(@CurrentActor() actor: Actor, @Res() response: Response): Promise<void> {
    this.streams.admit(actor);
    await this.streams.add(new MonitoringStream(actor, new EventChannel(response)));
  }
}
