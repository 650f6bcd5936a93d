import { Controller, Res } from '@nestjs/common';
import { internalRoutes } from '@casement/proto/http/internal.routes.js';
import type { Response } from 'express';
import { Internal } from '../auth/access.decorators.js';
import { Route } from '../http/route.decorator.js';
import { Readiness } from './readiness.js';

@Controller()
@Internal()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Liveness: the process responds. Checks nothing else, because a restart would not repair, e.g., a database. */
  @Route(internalRoutes.live)
  live() {
    return { status: 'ok' };
  }

  @Route(internalRoutes.ready)
  async ready(@Res({ passthrough: true }) response: Response) {
    const { ready, checks } = await this.readiness.check();
    response.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'not ready', checks };
  }
}
