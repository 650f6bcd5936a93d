import { Body, Controller, Injectable, Module } from '@nestjs/common';
import { z } from 'zod';
import { defineRoutes } from '@casement/proto/http/route.js';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { defineService } from '@casement/common/platform/bootstrap/service-definition.js';
import { BaseConfig } from '@casement/common/core/config/base-config.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { RequestCrashes } from '@casement/common/testing/request-crashes.js';
import { AddCredits1700000000001 } from './add-credits.migration.js';
import { CreditEntity } from './credit.entity.js';

@Injectable()
export class PurchaseHooks extends RequestCrashes {
  hold: Promise<void> | null = null;
  notices = 0;
}

const amount = z.object({ amount: z.number(), refused: z.boolean().optional() });
const purchase = z.object({ id: z.string(), amount: z.number() });
const routes = defineRoutes({
  buy: {
    method: 'POST',
    path: '/sample/purchases',
    effect: 'own',
    idempotency: 'answer',
    body: amount,
    answer: purchase,
  },
  mint: {
    method: 'POST',
    path: '/sample/secrets',
    effect: 'own',
    idempotency: 'id',
    answer: z.object({ id: z.string(), secret: z.string() }),
    status: 201,
  },
});

@Controller()
@SignedIn()
class PurchasesController {
  constructor(private readonly fate: PurchaseHooks) {}

  /** Uses two transactions, which the route combines. */
  @Route(routes.buy)
  async buy(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: { amount: number; refused?: boolean },
  ) {
    const id = newId();
    const row = { id, topupId: actor.userId, finalAmount: body.amount };
    await unit.transaction((tx) => tx.insert(CreditEntity, { ...row, finalAmount: 0 }));
    await this.fate.hold;
    await unit.transaction(async (tx) => {
      await tx.update(CreditEntity, { id }, row);
      await this.fate.reach('changed', tx);
    });
    unit.afterCommit(() => (this.fate.notices += 1));
    if (body.refused) throw new DomainError('conflict', 'CONFLICT', 'Not today');
    const stored = await unit.transaction((tx) => tx.findOneByOrFail(CreditEntity, { id }));
    return reply({ id, amount: stored.finalAmount }, 'Bought');
  }

  @Route(routes.mint)
  async mint(@RequestTx() unit: UnitOfWork, @CurrentActor() { userId }: Actor) {
    const id = newId();
    await unit.transaction((tx) =>
      tx.insert(CreditEntity, { id, topupId: userId, finalAmount: 1 }),
    );
    return reply({ id, secret: 'sesame' }, 'Made');
  }
}

@Module({ controllers: [PurchasesController], providers: [PurchaseHooks] })
class PurchasesModule {}

export const purchases = defineService({
  name: 'sample',
  config: BaseConfig,
  module: PurchasesModule,
  database: {
    entities: [CreditEntity],
    migrations: [...commonMigrations, AddCredits1700000000001],
  },
});
