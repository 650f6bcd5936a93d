import { Controller } from '@nestjs/common';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { DataExportService } from './data-export.service.js';

@Controller()
export class DataExportController {
  constructor(private readonly service: DataExportService) {}

  @Route(authRoutes.exportAccount)
  @SignedIn()
  async export(@CurrentActor() actor: Actor) {
    return reply(await this.service.export(actor), 'Data export');
  }
}
