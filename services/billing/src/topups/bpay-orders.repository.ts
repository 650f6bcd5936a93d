import { Injectable } from '@nestjs/common';
import { MoreThan, Not, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';
import { TopupEntity } from './topup.entity.js';
import type { Mismatch } from '../bpay/match.js';

/** A top-up that is paid by a Binance transfer. */
export type BpayTopup = TopupEntity & { bpayMicro: bigint; bpayReservedUntil: Date };

export const isBpay = (topup: TopupEntity): topup is BpayTopup => topup.bpayMicro !== null;

const tailRow = z.object({ tail: z.string() });
const oldestRow = z.object({ at: z.date().nullable() });

/** Orders by their exact amount. */
@Injectable()
export class BpayRepository {
  constructor(private readonly db: Database) {}

  /**
   * A random tail that makes `baseMicro` an amount which no other order has.
   *
   * @returns null when all are taken
   */
  async freeTail(tx: EntityManager, baseMicro: bigint, max: number): Promise<bigint | null> {
    const free = await row(
      tx,
      tailRow,
      `SELECT tail FROM generate_series(1, $2::bigint) tail
        WHERE NOT EXISTS (SELECT FROM topup t
          WHERE t.bpay_micro = $1::bigint + tail AND t.bpay_reserved_until > now())
        ORDER BY random() LIMIT 1`,
      [String(baseMicro), max],
    );
    return free && BigInt(free.tail);
  }

  /** The user's orders that reserve an amount and are not paid, open or not. */
  countUnpaid(tx: EntityManager, userId: string): Promise<number> {
    return tx.countBy(TopupEntity, {
      userId,
      status: Not('PAID'),
      bpayReservedUntil: MoreThan(new Date()),
    });
  }

  /** The user's own order of this amount; of several (a tail comes back after 7 days) the newest. */
  async findOwn(userId: string, micro: bigint, merchantRef?: string): Promise<BpayTopup | null> {
    const found = await this.db.manager.findOne(TopupEntity, {
      where: { userId, bpayMicro: micro, ...(merchantRef && { merchantRef }) },
      order: { createdAt: 'DESC' },
    });
    return found as BpayTopup | null;
  }

  /** Another order, not paid yet, that asks for `micro` and will find that payment itself. */
  findOtherOf(tx: EntityManager, id: string, micro: bigint): Promise<TopupEntity | null> {
    return tx.findOneBy(TopupEntity, {
      id: Not(id),
      status: Not('PAID'),
      bpayMicro: micro,
      bpayReservedUntil: MoreThan(new Date()),
    });
  }

  /** When the oldest order was made whose payment may still be looked up. */
  async oldestReserved(): Promise<Date | null> {
    const oldest = await row(
      this.db.manager,
      oldestRow,
      'SELECT min(created_at) AS at FROM topup WHERE bpay_reserved_until > now()',
    );
    return oldest?.at ?? null;
  }

  /**
   * Keeps money that came for an order and does not pay it, once per transfer and order.
   *
   * @returns false when it was kept before
   */
  async keepClaim(
    tx: EntityManager,
    topupId: string,
    transactionId: string,
    problem: Mismatch | 'paid_twice',
  ): Promise<boolean> {
    const inserted = await execute(
      tx,
      `INSERT INTO bpay_claim (topup_id, transaction_id, problem) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`,
      [topupId, transactionId, problem],
    );
    return inserted > 0;
  }
}
