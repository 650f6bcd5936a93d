import { createHash, createHmac } from 'node:crypto';
import {
  createParamDecorator,
  Injectable,
  mixin,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { EntityManager } from 'typeorm';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { idempotencyKey } from '@casement/proto/http/idempotency.js';
import { IDEMPOTENCY_KEY, type Route } from '@casement/proto/http/route.js';
import { Database } from '../../data/database/database.js';
import type { UnitOfWork } from '../../data/database/request-transaction.js';
import { newId } from '../../data/database/new-id.js';
import { Reply, reply, type ReplyOptions } from './reply.js';
import { ValidationFailed } from './validation.pipe.js';
import { logger } from '../../core/logging/logger.js';
import { idempotencyErrors } from '../../data/idempotency/idempotency.errors.js';
import {
  IdempotencyKeys,
  type NamedRequest,
  type Outcome,
} from '../../data/idempotency/idempotency-keys.js';

const log = logger('idempotency');

export const REPLAYED_HEADER = 'Idempotent-Replayed';

/**
 * Provides the handler of a `once` route with its RequestTransaction. With an Idempotency-Key, the handler runs once,
 * and its changes are committed together with its response: after a crash there are both or neither.
 */
export const idempotencyInterceptor = (
  idempotency: NonNullable<Route['idempotency']>,
): Type<NestInterceptor> => {
  @Injectable()
  class IdempotencyInterceptor implements NestInterceptor {
    constructor(
      private readonly db: Database,
      private readonly keys: IdempotencyKeys,
    ) {}

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      const request = http.getRequest<Request>();
      const key = keyOf(request);
      if (key === undefined) return of(await this.handle(request, next));
      const named = nameOf(request, key);
      const earlier = await this.keys.claim(named);
      if (!earlier) return of(await this.handleIdempotently(request, named, next));
      if (earlier.made !== null) throw idempotencyErrors.responseNotStored(earlier.made);
      http.getResponse<Response>().setHeader(REPLAYED_HEADER, 'true');
      return of(parsed(earlier.answer));
    }

    private async handleIdempotently(request: Request, named: NamedRequest, next: CallHandler) {
      try {
        return await this.handle(request, next, (tx, answer) =>
          this.keys.finish(tx, named, outcomeOf(idempotency, answer)),
        );
      } catch (error) {
        await this.keys.release(named).catch((err: unknown) => {
          log.warn(
            { err },
            'could not release an idempotency key, the request can be retried in 30 seconds',
          );
        });
        throw error;
      }
    }

    /** @param store stores the response; called in the handler's transaction */
    private async handle(
      request: Request,
      next: CallHandler,
      store?: (tx: EntityManager, answer: Reply) => Promise<void>,
    ): Promise<Reply> {
      const transaction = this.db.beginRequest();
      request.casement!.transaction = transaction;
      try {
        const value: unknown = await lastValueFrom(next.handle());
        const answer = value instanceof Reply ? value : reply(value);
        await transaction.commit(store && ((tx) => store(tx, answer)));
        return answer;
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    }
  }
  return mixin(IdempotencyInterceptor);
};

/**
 * Injects the transaction of a `once` route. The handler passes it to the service; its changes are committed with the
 * response.
 *
 * @example
 *   @Route(billingRoutes.updateQuota)
 *   async update(@RequestTx() unit: UnitOfWork, @Body() body: UpdateQuotaRequest) { … }
 */
export const RequestTx = createParamDecorator(
  (_: unknown, context: ExecutionContext): UnitOfWork => {
    const { casement, path } = context.switchToHttp().getRequest<Request>();
    if (!casement?.transaction) throw new Error(`${path} is not an idempotent route`);
    return casement.transaction;
  },
);

/** @throws VALIDATION_FAILED if the key does not have 1 to 200 visible characters */
function keyOf(request: Request): string | undefined {
  const key = request.headers[IDEMPOTENCY_KEY.toLowerCase()];
  if (key === undefined) return undefined;
  const { data } = idempotencyKey.safeParse(key);
  if (data !== undefined) return data;
  const message = 'The Idempotency-Key must be 1 to 200 visible characters.';
  throw new ValidationFailed([{ path: IDEMPOTENCY_KEY, message }]);
}

/**
 * Stores neither the key nor the body. The fingerprint is keyed with the key, so that someone with a copy of the
 * table cannot guess a password from the body.
 */
function nameOf(request: Request & { file?: { buffer: Buffer } }, key: string): NamedRequest {
  const userId = request.casement?.actor?.userId;
  if (userId === undefined)
    throw new Error(`${request.path} takes an idempotency key but has no actor`);
  const fingerprint = createHmac('sha256', key)
    .update(JSON.stringify([request.method, request.originalUrl, request.body ?? null]))
    .update(request.file?.buffer ?? '')
    .digest();
  const keyHash = createHash('sha256').update(key).digest();
  return { userId, keyHash, fingerprint, claim: newId() };
}

function outcomeOf(idempotency: NonNullable<Route['idempotency']>, answer: Reply): Outcome {
  if (idempotency === 'answer') return { answer: JSON.stringify(answer), made: null };
  return { answer: null, made: (answer.data as { id: string }).id };
}

function parsed(text: string): Reply {
  const { data, message, options } = JSON.parse(text) as Reply & { options: ReplyOptions };
  return reply(data, message, options);
}
