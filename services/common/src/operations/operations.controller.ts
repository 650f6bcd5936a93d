import { Controller, Delete, Get, Param, Post, type Type } from '@nestjs/common';
import { outsideAnswer, serviceOperations } from '@casement/proto/http/operations.js';
import { AdminOnly } from '../auth/access.decorators.js';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { reply } from '../http/reply.js';
import { OperationsService } from './operations.service.js';

/**
 * The same calls at every service, under its own name: gateway/kong.yml sends each name to its service.
 *
 * @param service e.g. `billing`, answered at /api/admin/operations/billing
 */
export function operationsController(service: string): Type {
  @Controller(`admin/operations/${service}`)
  @AdminOnly()
  class OperationsController {
    constructor(private readonly operations: OperationsService) {}

    @Get()
    @Answers(serviceOperations)
    async look() {
      return reply(await this.operations.look(), 'Operations');
    }

    @Post('dead-letters/:id/retry')
    @Answers(null)
    async retryLetter(@Param('id') id: string) {
      await this.operations.retryLetter(id);
      return reply(null, 'The event will be tried again');
    }

    @Delete('dead-letters/:id')
    @Answers(null)
    async discardLetter(@Param('id') id: string) {
      await this.operations.discardLetter(id);
      return reply(null, 'The event was discarded');
    }

    @Post('failed-jobs/:kind/:id/retry')
    @Answers(null)
    async retryJob(@Param('kind') kind: string, @Param('id') id: string) {
      await this.operations.retryJob(kind, id);
      return reply(null, 'The job will be tried again');
    }

    /** A refusal by the dependency is an answer, and no failure of this call. */
    @Post('tests/:name')
    @Answers(outsideAnswer)
    async test(@CurrentActor() actor: Actor, @Param('name') name: string) {
      return reply(await this.operations.testDependency(actor, name), 'Tested');
    }
  }
  return OperationsController;
}
