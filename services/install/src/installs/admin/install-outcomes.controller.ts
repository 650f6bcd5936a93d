import { Controller, Query } from '@nestjs/common';
import { installRoutes } from '@casement/proto/http/install.routes.js';
import type { SeriesQuery } from '@casement/proto/http/series.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { InstallOutcomesRepository } from './install-outcomes.repository.js';

/** For the plot of the admin dashboard. */
@Controller()
@AdminOnly()
export class InstallOutcomesController {
  constructor(private readonly outcomes: InstallOutcomesRepository) {}

  @Route(installRoutes.installOutcomes)
  @KeyScope('admin:read')
  async series(@Query() { unit }: SeriesQuery) {
    return reply(await this.outcomes.series(unit, new Date()), 'Install outcomes');
  }
}
