import { Body, Controller, Injectable, Module, Param, Query, Req } from '@nestjs/common';
import { Ctx, GrpcMethod, Payload } from '@nestjs/microservices';
import type { RawBodyRequest } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type {
  GetUsersRequest,
  GetUsersResponse,
} from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { pageQuery, type PageQuery } from '@casement/proto/http/envelope.js';
import { defineRoutes } from '@casement/proto/http/route.js';
import type { TopupPaid } from '@casement/proto/gen/casement/billing/v1/billing_events.js';
import {
  Access,
  AdminOnly,
  KeyScope,
  SkipIpBlock,
  Public,
  SignedIn,
} from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { defineService } from '@casement/common/platform/bootstrap/service-definition.js';
import { BaseConfig } from '@casement/common/core/config/base-config.js';
import { clientAddress, correlationId } from '@casement/common/core/context/request-context.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { Database } from '@casement/common/data/database/database.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { Inbox } from '@casement/common/messaging/inbox.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { CreditEntity } from './credit.entity.js';
import { AddCredits1700000000001 } from './add-credits.migration.js';

/** Behavior of the consumer that tests can change. */
@Injectable()
export class ConsumerProbe {
  failuresLeft = 0;
  calls = 0;
  grpcCalls = 0;
  readonly askedFor = new Set<string>();
  seenCorrelationIds: (string | undefined)[] = [];
}

const order = z.object({ name: z.string('Name is required').min(3, 'Name is too short') });

const sampleRoutes = defineRoutes({
  open: { method: 'GET', path: '/sample/open', effect: 'read', answer: z.unknown() },
  mine: { method: 'GET', path: '/sample/mine', effect: 'read', answer: z.unknown() },
  keyed: { method: 'GET', path: '/sample/keyed', effect: 'read', answer: z.unknown() },
  acts: { method: 'GET', path: '/sample/keyed/acts', effect: 'read', answer: z.unknown() },
  admin: { method: 'GET', path: '/sample/admin', effect: 'read', answer: z.unknown() },
  adminKeyed: { method: 'GET', path: '/sample/admin/keyed', effect: 'read', answer: z.unknown() },
  broken: { method: 'GET', path: '/sample/broken', effect: 'read', answer: z.unknown() },
  pay: {
    method: 'POST',
    path: '/sample/topups/{id}',
    effect: 'own',
    params: { id: z.string() },
    answer: null,
  },
  order: { method: 'POST', path: '/sample/orders', effect: 'own', body: order, answer: order },
  adminChange: { method: 'POST', path: '/sample/admin/change', effect: 'money', answer: null },
  orders: {
    method: 'GET',
    path: '/sample/orders',
    effect: 'read',
    query: pageQuery,
    answer: z.string(),
    paged: true,
  },
  findOrder: {
    method: 'GET',
    path: '/sample/orders/{id}',
    effect: 'read',
    params: { id: z.uuid('Not an id') },
    answer: z.null(),
  },
  callback: {
    method: 'POST',
    path: '/sample/callback',
    effect: 'own',
    body: z.looseObject({}),
    rawBody: true,
    raw: 'text/plain',
  },
  agent: {
    method: 'GET',
    path: '/sample/agent/{token}',
    effect: 'read',
    params: { token: z.string() },
    answer: z.string(),
  },
});

@Controller()
class SampleController {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly signals: Signals,
    private readonly audit: Audit,
  ) {}

  @Route(sampleRoutes.open)
  @Public()
  open() {
    return reply({ address: clientAddress() ?? null, correlationId: correlationId() });
  }

  @Route(sampleRoutes.mine)
  @SignedIn()
  mine(@CurrentActor() actor: Actor) {
    return reply(actor, 'This is you');
  }

  @Route(sampleRoutes.keyed)
  @SignedIn()
  @KeyScope('installs:read')
  keyed(@CurrentActor() actor: Actor) {
    return reply(actor, 'This is you');
  }

  @Route(sampleRoutes.acts)
  @SignedIn()
  @KeyScope('installs:read')
  async acts() {
    await this.audit.record(null, { action: 'sample.acted', target: 'sample:1' });
    return reply(null, 'Done');
  }

  @Route(sampleRoutes.admin)
  @AdminOnly()
  admin() {
    return reply([]);
  }

  @Route(sampleRoutes.adminKeyed)
  @AdminOnly()
  @KeyScope('admin:read')
  adminKeyed(@CurrentActor() actor: Actor) {
    return reply(actor, 'This is you');
  }

  @Route(sampleRoutes.adminChange)
  @AdminOnly()
  @KeyScope('admin:quota', { insteadOfStepUp: true })
  async adminChange() {
    await this.audit.record(null, { action: 'sample.changed', target: 'sample:1' });
    return reply(null, 'Done');
  }

  @Route(sampleRoutes.order)
  @Public()
  order(@Body() body: { name: string }) {
    return reply(body, 'Ordered');
  }

  @Route(sampleRoutes.orders)
  @Public()
  orders(@Query() query: PageQuery) {
    return paged(['a'], { total: 31 }, query, 'Orders');
  }

  @Route(sampleRoutes.findOrder)
  @Public()
  one(@Param('id') id: string): never {
    throw new DomainError('not_found', 'NOT_FOUND', `No order ${id.slice(0, 0)}here`);
  }

  @Route(sampleRoutes.broken)
  @Public()
  broken(): never {
    throw new Error('secret detail of the inside');
  }

  @Route(sampleRoutes.callback)
  @Public()
  @SkipIpBlock()
  callback(@Req() request: RawBodyRequest<Request>) {
    if (request.headers['x-signature'] !== 'right') {
      throw new DomainError('forbidden', 'CALLBACK_SIGNATURE_INVALID', 'Wrong signature');
    }
    return { success: true, bytes: request.rawBody?.length };
  }

  @Route(sampleRoutes.agent)
  @Access('agent')
  agent(@Param('token') token: string) {
    if (token !== 'right') {
      throw new DomainError('unauthenticated', 'AGENT_TOKEN_INVALID', 'Unknown token');
    }
    return reply('hello');
  }

  @Route(sampleRoutes.pay)
  @Public()
  async pay(@Param('id') id: string) {
    this.signals.raise({ kind: 'login_failed', detail: id });
    await this.db.transaction((tx) => this.outbox.add(tx, 'billing.topup.paid.v1', paid(id)));
    return reply(null);
  }
}

export const paid = (topupId: string): TopupPaid => ({
  topupId,
  userId: topupId,
  reference: 'R',
  quantity: 1,
  finalAmount: 1000,
});

@Controller()
class SampleConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly luck: ConsumerProbe,
  ) {}

  @OnEvent('billing.topup.paid.v1')
  async onPaid(@Payload() topup: TopupPaid, @Ctx() event: EventContext) {
    this.luck.calls += 1;
    this.luck.seenCorrelationIds.push(correlationId());
    await this.inbox.once(event.id, 'credit', async (tx) => {
      await tx.insert(CreditEntity, {
        id: event.id,
        topupId: topup.topupId,
        finalAmount: topup.finalAmount,
      });
      if (this.luck.failuresLeft > 0) {
        this.luck.failuresLeft -= 1;
        throw new Error('bad luck');
      }
    });
  }
}

@Controller()
class SampleGrpcController {
  constructor(private readonly luck: ConsumerProbe) {}

  @GrpcMethod('AuthService', 'GetUsers')
  getUsers({ ids }: GetUsersRequest): GetUsersResponse {
    this.luck.grpcCalls += 1;
    for (const id of ids) this.luck.askedFor.add(id);
    if (ids.includes('missing')) throw new DomainError('not_found', 'NOT_FOUND', 'No such user');
    if (ids.includes('broken')) throw new Error('secret detail of the inside');
    const username = correlationId() ?? '';
    return {
      users: ids.map((id) => ({
        id,
        username,
        email: '',
        isVerified: true,
        admin: false,
      })),
    };
  }
}

@Module({
  controllers: [SampleController, SampleConsumer, SampleGrpcController],
  providers: [ConsumerProbe],
})
class SampleModule {}

export const sample = defineService({
  name: 'sample',
  config: BaseConfig,
  module: SampleModule,
  database: {
    entities: [CreditEntity],
    migrations: [...commonMigrations, AddCredits1700000000001],
  },
  apiKeysFrom: () => '127.0.0.1:1',
  grpc: { packages: ['casement.auth.v1'], protos: ['casement/auth/v1/auth_service.proto'] },
});
