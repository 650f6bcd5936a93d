import { Body, Controller, Param, Query, StreamableFile } from '@nestjs/common';
import type {
  BatchesQuery,
  BatchRequest,
  RetryBatchRowRequest,
  StartBatchRequest,
} from '@casement/proto/http/install/batches/batches.js';
import { batchRoutes } from '@casement/proto/http/install/batches/batches.routes.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { batchResults } from './batch-results.js';
import { BatchesMapper } from './batches.mapper.js';
import { BatchesService, type StoredBatch } from './batches.service.js';

@Controller()
@SignedIn()
export class BatchesController {
  constructor(
    private readonly service: BatchesService,
    private readonly mapper: BatchesMapper,
  ) {}

  @Route(batchRoutes.batches)
  @KeyScope('installs:read')
  async list(@CurrentActor() actor: Actor, @Query() query: BatchesQuery) {
    const { rows, ...list } = await this.service.list(actor, query);
    return paged(await this.mapper.summaries(rows), list, query, 'Batches');
  }

  @Route(batchRoutes.createBatch)
  @KeyScope('installs:write')
  async create(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: BatchRequest,
  ) {
    const batch = await this.service.create(unit, actor, body);
    return this.answer(batch, 'The machines are being checked; nothing was started.', unit);
  }

  @Route(batchRoutes.batch)
  @KeyScope('installs:read')
  async get(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return this.answer(await this.service.get(actor, id), 'Batch');
  }

  @Route(batchRoutes.startBatch)
  @KeyScope('installs:write')
  async start(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: StartBatchRequest,
  ) {
    const batch = await this.service.start(unit, actor, id, body);
    return this.answer(batch, 'The batch was started.', unit);
  }

  @Route(batchRoutes.pauseBatch)
  @KeyScope('installs:write')
  async pause(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const message = 'The batch is paused; installs in progress continue.';
    return this.answer(await this.service.pause(actor, id), message);
  }

  @Route(batchRoutes.resumeBatch)
  @KeyScope('installs:write')
  async resume(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return this.answer(await this.service.resume(actor, id), 'The batch was resumed.');
  }

  @Route(batchRoutes.cancelBatch)
  @KeyScope('installs:write')
  async cancel(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const message = 'The batch was cancelled; installs in progress continue.';
    return this.answer(await this.service.cancel(actor, id), message);
  }

  @Route(batchRoutes.retryBatch)
  @KeyScope('installs:write')
  async retry(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
  ) {
    const batch = await this.service.retry(unit, actor, id);
    return this.answer(batch, 'The machines are being checked again.', unit);
  }

  @Route(batchRoutes.retryBatchRow)
  @KeyScope('installs:write')
  async retryRow(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Param('row') row: number,
    @Body() body: RetryBatchRowRequest,
  ) {
    const batch = await this.service.retryRow(unit, actor, id, row, body);
    return this.answer(batch, 'The machine is being checked again.', unit);
  }

  /** Refused with 409 after the install's commit. */
  @Route(batchRoutes.cancelBatchRow)
  @KeyScope('installs:write')
  async cancelRow(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Param('row') row: number,
  ) {
    return this.answer(await this.service.cancelRow(actor, id, row), 'The machine was cancelled.');
  }

  @Route(batchRoutes.batchResults)
  @KeyScope('installs:read')
  async results(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const batch = await this.mapper.batch(await this.service.get(actor, id));
    return new StreamableFile(Buffer.from(batchResults(batch)), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="batch-${batch.id}.csv"`,
    });
  }

  /** @param unit unit of work whose changes are not committed yet */
  private async answer(batch: StoredBatch, message: string, unit?: UnitOfWork) {
    if (!unit) return reply(await this.mapper.batch(batch), message);
    return reply(await unit.transaction((tx) => this.mapper.batch(batch, tx)), message);
  }
}
