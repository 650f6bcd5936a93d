import { Controller } from '@nestjs/common';
import { internalRoutes } from '@casement/proto/http/internal.routes.js';
import { Internal } from '../auth/access.decorators.js';
import { reply } from '../http/reply.js';
import { Route } from '../http/route.decorator.js';
import { RouteList } from './route-list.js';

/** Source of the authorisation matrix. Absent in production. */
@Controller()
@Internal()
export class RoutesController {
  constructor(private readonly routes: RouteList) {}

  @Route(internalRoutes.routes)
  list() {
    return reply(
      this.routes.all().map(({ method, path, access, effect, keyScope }) => ({
        method,
        path,
        access,
        effect,
        keyScope: keyScope ?? null,
      })),
    );
  }
}
