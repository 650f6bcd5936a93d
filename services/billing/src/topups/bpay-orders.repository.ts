import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Not, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { row } from '@casement/common/data/database/sql.js';
import { TopupEntity, type BpayTopup } from './topup.entity.js';

const tailRow = z.object({ tail: z.string() });
const oldestRow = z.object({ at: z.date().nullable() });

@Injectable()
export class BpayOrdersRepository {
  constructor(private readonly db: Database) {}

  /**
   * Picks a random tail such that `baseMicro` plus the tail is an amount that no other order uses.
   *
   * @returns null if all tails are taken
   */
  async findFreeTail(tx: EntityManager, baseMicro: bigint, max: number): Promise<bigint | null> {
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

  /** Counts the user's unpaid orders that still reserve an amount, whether or not they are open. */
  countUnpaid(tx: EntityManager, userId: string): Promise<number> {
    return tx.countBy(TopupEntity, {
      userId,
      status: Not('PAID'),
      bpayReservedUntil: MoreThan(new Date()),
    });
  }

  async findOwn(userId: string, micro: bigint, merchantRef?: string): Promise<BpayTopup | null> {
    const found = await this.db.manager.findOne(TopupEntity, {
      where: { userId, bpayMicro: micro, ...(merchantRef && { merchantRef }) },
      order: { createdAt: 'DESC' },
    });
    return found as BpayTopup | null;
  }

  findOther(tx: EntityManager, id: string, micro: bigint): Promise<TopupEntity | null> {
    return tx.findOneBy(TopupEntity, {
      id: Not(id),
      status: Not('PAID'),
      bpayMicro: micro,
      bpayReservedUntil: MoreThan(new Date()),
    });
  }

  /** Returns unpaid orders that expire after `since`, oldest first. */
  async findWaiting(since: Date, limit: number): Promise<BpayTopup[]> {
    const waiting = await this.db.manager.find(TopupEntity, {
      where: {
        bpayMicro: Not(IsNull()),
        status: Not('PAID'),
        refundedAt: IsNull(),
        bpayReservedUntil: MoreThan(new Date()),
        expiresAt: MoreThan(since),
      },
      order: { createdAt: 'ASC' },
      take: limit,
    });
    return waiting as BpayTopup[];
  }

  async oldestReserved(): Promise<Date | null> {
    const oldest = await row(
      this.db.manager,
      oldestRow,
      'SELECT min(created_at) AS at FROM topup WHERE bpay_reserved_until > now()',
    );
    return oldest?.at ?? null;
  }
}
