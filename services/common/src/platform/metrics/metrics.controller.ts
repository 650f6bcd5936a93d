import { Controller, Res } from '@nestjs/common';
import { internalRoutes } from '@casement/proto/http/internal.routes.js';
import type { Response } from 'express';
import { Internal } from '../auth/access.decorators.js';
import { Route } from '../http/route.decorator.js';
import { Metrics } from '../../core/metrics/metrics.js';

/** Scraped by Prometheus. The gateway does not route /internal. */
@Controller()
@Internal()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Route(internalRoutes.metrics)
  async read(@Res({ passthrough: true }) response: Response) {
    const text = await this.metrics.text();
    response.type(this.metrics.contentType);
    return text;
  }
}
