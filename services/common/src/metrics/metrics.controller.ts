import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Internal } from '../auth/access.decorators.js';
import { RawAnswer } from '../http/raw-answer.decorator.js';
import { Metrics } from './metrics.js';

/** Where Prometheus asks. The gateway routes nothing under /internal. */
@Controller('internal/metrics')
@Internal()
@RawAnswer('text/plain')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  async read(@Res({ passthrough: true }) response: Response) {
    const text = await this.metrics.text();
    response.type(this.metrics.contentType);
    return text;
  }
}
