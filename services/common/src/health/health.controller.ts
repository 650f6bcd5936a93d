import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Internal } from '../auth/access.decorators.js';
import { RawAnswer } from '../http/raw-answer.decorator.js';
import { Readiness } from './readiness.js';

@Controller('health')
@Internal()
@RawAnswer('application/json')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process answers. It asks nobody else: a restart would not mend a database. */
  @Get('live')
  live() {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response) {
    const { ready, checks } = await this.readiness.check();
    response.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'not ready', checks };
  }
}
