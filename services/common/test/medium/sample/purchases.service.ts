import { Body, Controller, Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { defineRoutes } from '@casement/proto/http/route.js';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { defineService } from '@casement/common/platform/bootstrap/service-definition.js';
import { BaseConfig } from '@casement/common/core/config/base-config.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { IdempotencyKeys } from '@casement/common/data/idempotency/idempotency-keys.js';
import { AddCredits1700000000001 } from './add-credits.migration.js';
import { CreditEntity } from './credit.entity.js';

/** Where a process may die on the way; at `committing` all is committed, and nothing is reported. */
export const PLACES = ['claimed', 'changed', 'finishing', 'finished', 'committing'] as const;
export type Place = (typeof PLACES)[number];

/** Ends a request at a place as a crash would: its connection is gone, and nothing is put in order. */
@Injectable()
export class Fate {
  dieAt: Place | null = null;
  dead = false;
  /** Keeps a handler waiting. */
  hold: Promise<void> | null = null;
  notices = 0;

  async meet(place: Place, tx?: EntityManager): Promise<void> {
    if (this.dieAt !== place) return;
    this.dieAt = null;
    this.dead = true;
    // An error of the server as well: the connection ends before its answer.
    await tx?.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    throw new Error(`died: ${place}`);
  }
}

/** Lets a replica's requests die where its fate says. */
export function makeMortal(keys: IdempotencyKeys, fate: Fate): void {
  const claim = keys.claim.bind(keys);
  const finish = keys.finish.bind(keys);
  const release = keys.release.bind(keys);
  keys.claim = async (request) => {
    const earlier = await claim(request);
    if (!earlier) await fate.meet('claimed');
    return earlier;
  };
  keys.finish = async (tx, request, outcome) => {
    await fate.meet('finishing', tx);
    await finish(tx, request, outcome);
    await fate.meet('finished', tx);
    if (fate.dieAt === 'committing') await tx.query('COMMIT');
    await fate.meet('committing', tx);
  };
  keys.release = (request) => (fate.dead ? Promise.resolve() : release(request));
}

const amount = z.object({ amount: z.number(), refused: z.boolean().optional() });
const purchase = z.object({ id: z.string(), amount: z.number() });
const routes = defineRoutes({
  buy: {
    method: 'POST',
    path: '/sample/purchases',
    once: 'answer',
    body: amount,
    answer: purchase,
  },
  mint: {
    method: 'POST',
    path: '/sample/secrets',
    once: 'id',
    answer: z.object({ id: z.string(), secret: z.string() }),
    status: 201,
  },
});

@Controller()
@SignedIn()
class PurchasesController {
  constructor(
    private readonly db: Database,
    private readonly fate: Fate,
  ) {}

  /** In two transactions, as far as it knows. */
  @Route(routes.buy)
  async buy(@CurrentActor() actor: Actor, @Body() body: { amount: number; refused?: boolean }) {
    const id = newId();
    const row = { id, topupId: actor.userId, finalAmount: body.amount };
    await this.db.transaction((tx) => tx.insert(CreditEntity, { ...row, finalAmount: 0 }));
    await this.fate.hold;
    await this.db.transaction(async (tx) => {
      await tx.update(CreditEntity, { id }, row);
      await this.fate.meet('changed', tx);
    });
    this.db.afterCommit(() => (this.fate.notices += 1));
    if (body.refused) throw new DomainError('conflict', 'CONFLICT', 'Not today');
    const [stored] = await this.db.query<{ final_amount: string }>(
      'SELECT final_amount FROM credit WHERE id = $1',
      [id],
    );
    return reply({ id, amount: Number(stored.final_amount) }, 'Bought');
  }

  @Route(routes.mint)
  async mint(@CurrentActor() { userId }: Actor) {
    const id = newId();
    await this.db.transaction((tx) =>
      tx.insert(CreditEntity, { id, topupId: userId, finalAmount: 1 }),
    );
    return reply({ id, secret: 'sesame' }, 'Made');
  }
}

@Module({ controllers: [PurchasesController], providers: [Fate] })
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
