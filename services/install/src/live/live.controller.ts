import { Controller, Headers, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { monitoringRoutes } from '@casement/proto/http/install/monitoring.routes.js';
import { AdminOnly, KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { LiveStreams } from './live-streams.js';

/** Serves Server-Sent Events, which the gateway does not buffer. */
@Controller()
export class LiveController {
  constructor(private readonly streams: LiveStreams) {}

  @Route(installRoutes.installEvents)
  @KeyScope('installs:read')
  @SignedIn()
  install(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.streams.openInstall(actor, id, response, lastEventId ?? null);
  }

  @Route(monitoringRoutes.monitoringEvents)
  @AdminOnly()
  monitoring(@CurrentActor() actor: Actor, @Res() response: Response): Promise<void> {
    return this.streams.openMonitoring(actor, response);
  }
}
