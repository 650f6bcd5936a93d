import { Controller, Param, type Type } from '@nestjs/common';
import { operationsRoutes } from '@casement/proto/http/operations.routes.js';
import { AdminOnly } from '../auth/access.decorators.js';
import type { Actor } from '../../core/context/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { reply } from '../http/reply.js';
import { Route } from '../http/route.decorator.js';
import { OperationsService } from './operations.service.js';

/**
 * Creates the operations routes of a service under its name; gateway/kong.yml routes each name to its service.
 *
 * @param service e.g. `billing`, served at /api/admin/operations/billing
 */
export function operationsController(service: string): Type {
  const routes = routesOf(service);

  @Controller()
  @AdminOnly()
  class OperationsController {
    constructor(private readonly operations: OperationsService) {}

    @Route(routes.operations)
    async overview() {
      return reply(await this.operations.overview(), 'Operations');
    }

    @Route(routes.retryDeadLetter)
    async retryDeadLetter(@Param('id') id: string) {
      await this.operations.retryDeadLetter(id);
      return reply(null, 'The event will be retried');
    }

    @Route(routes.discardDeadLetter)
    async discardDeadLetter(@Param('id') id: string) {
      await this.operations.discardDeadLetter(id);
      return reply(null, 'Event discarded');
    }

    @Route(routes.retryFailedJob)
    async retryJob(@Param('kind') kind: string, @Param('id') id: string) {
      await this.operations.retryJob(kind, id);
      return reply(null, 'The job will be retried');
    }

    /** A refusal by the dependency is the result of the test and not an error of this call. */
    @Route(routes.testDependency)
    async test(@CurrentActor() actor: Actor, @Param('name') name: string) {
      return reply(await this.operations.testDependency(actor, name), 'Tested');
    }
  }
  return OperationsController;
}

/** Returns the route table with `{service}` replaced by the name. */
function routesOf(service: string): typeof operationsRoutes {
  return Object.fromEntries(
    Object.entries(operationsRoutes).map(([name, route]) => {
      const params: Record<string, unknown> = { ...route.params };
      delete params['service'];
      return [name, { ...route, path: route.path.replace('{service}', service), params }];
    }),
  ) as unknown as typeof operationsRoutes;
}
