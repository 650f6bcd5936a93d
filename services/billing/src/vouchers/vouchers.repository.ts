import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { AdminVouchersQuery } from '@casement/proto/http/billing/vouchers.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { condition, escapeLike } from '@casement/common/data/database/condition.js';
import { newestFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities, listPage, type ListPage } from '@casement/common/data/database/list-page.js';
import { idRow, one, row, rows } from '@casement/common/data/database/sql.js';
import { VoucherEntity } from './voucher.entity.js';

/** Uses that count: redemptions, and top-ups that are paid or still open. */
const COUNTED = `(
  SELECT voucher_code, user_id FROM ledger_entry WHERE voucher_code IS NOT NULL
  UNION ALL
  SELECT voucher_code, user_id FROM topup
   WHERE voucher_code IS NOT NULL AND status IN ('PENDING', 'UNPAID', 'PAID')) AS used`;

const usesRow = z.object({ total: z.number(), own: z.number() });
const countRow = z.object({ code: z.string(), uses: z.number() });
const useRow = z.object({
  id: z.string(),
  userId: z.string(),
  reference: z.string().nullable(),
  status: z.enum(['PAID', 'UNPAID', 'PENDING', 'EXPIRED', 'FAILED']).nullable(),
  quantity: z.number().nullable(),
  discountAmount: z.number().nullable(),
  createdAt: z.date(),
});
export type VoucherUseRow = z.output<typeof useRow>;

@Injectable()
export class VouchersRepository {
  constructor(private readonly db: Database) {}

  /** @param typed the code in any case, with or without hyphens and spaces */
  async find(typed: string): Promise<VoucherEntity | null> {
    const sql = `SELECT id FROM voucher WHERE replace(code, '-', '') = $1`;
    const found = await row(this.db.manager, idRow, sql, [
      typed.toUpperCase().replace(/[\s-]/g, ''),
    ]);
    return found && this.db.manager.findOneBy(VoucherEntity, { id: found.id });
  }

  /** @param code of an order, whose voucher is never deleted */
  get(code: string): Promise<VoucherEntity> {
    return this.db.manager.findOneByOrFail(VoucherEntity, { code });
  }

  /** Locks the voucher until `tx` ends, so that concurrent uses of it wait and count each other. */
  lock(tx: EntityManager, code: string): Promise<VoucherEntity> {
    return tx.findOneOrFail(VoucherEntity, {
      where: { code },
      lock: { mode: 'for_no_key_update' },
    });
  }

  uses(tx: EntityManager, code: string, userId: string): Promise<z.output<typeof usesRow>> {
    const sql = `SELECT count(*)::int AS total, count(*) FILTER (WHERE user_id = $2)::int AS own
      FROM ${COUNTED} WHERE voucher_code = $1`;
    return one(tx, usesRow, sql, [code, userId]);
  }

  /** Returns the uses of these codes. A code without uses is missing. */
  async usesOf(codes: readonly string[]): Promise<Map<string, number>> {
    const found = await rows(
      this.db.manager,
      countRow,
      `SELECT voucher_code AS code, count(*)::int AS uses FROM ${COUNTED}
        WHERE voucher_code = ANY($1) GROUP BY voucher_code`,
      [codes],
    );
    return new Map(found.map(({ code, uses }) => [code, uses]));
  }

  /** @returns those inserted; the others have a code that exists, with other hyphens perhaps */
  async insert(
    tx: EntityManager,
    vouchers: Omit<VoucherEntity, 'createdAt'>[],
  ): Promise<VoucherEntity[]> {
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(VoucherEntity)
      .values(vouchers)
      .orIgnore()
      .returning('id')
      .execute();
    const ids = (inserted.raw as { id: string }[]).map(({ id }) => id);
    return tx.find(VoucherEntity, { where: { id: In(ids) }, order: { id: 'ASC' } });
  }

  async setEnabled(tx: EntityManager, id: string, enabled: boolean): Promise<void> {
    await tx.update(VoucherEntity, { id }, { disabledAt: enabled ? null : new Date() });
  }

  findById(id: string): Promise<VoucherEntity | null> {
    return this.db.manager.findOneBy(VoucherEntity, { id });
  }

  page({ search, status, ...page }: AdminVouchersQuery): Promise<ListPage<VoucherEntity>> {
    const pattern = escapeLike(search.toUpperCase());
    return listEntities(this.db.manager, VoucherEntity, {
      where: [
        status === 'enabled' && condition`disabled_at IS NULL`,
        status === 'disabled' && condition`disabled_at IS NOT NULL`,
        search !== '' &&
          condition`code LIKE ${`${pattern}%`} OR upper(label) LIKE ${`%${pattern}%`}`,
      ],
      orderBy: newestFirst('created_at'),
      page,
    });
  }

  pageOfUses(code: string, page: PageQuery): Promise<ListPage<VoucherUseRow>> {
    return listPage(this.db.manager, {
      select: `id, user_id AS "userId", reference, status, quantity, discount_amount AS "discountAmount",
        created_at AS "createdAt"`,
      from: `(
        SELECT voucher_code, id, user_id, NULL AS reference, NULL AS status, NULL::int AS quantity,
               NULL::float8 AS discount_amount, created_at
          FROM ledger_entry WHERE voucher_code IS NOT NULL
        UNION ALL
        SELECT voucher_code, id, user_id, coalesce(reference, merchant_ref), status, quantity,
               discount_amount::float8, created_at
          FROM topup WHERE voucher_code IS NOT NULL) AS used`,
      shape: useRow,
      where: [condition`voucher_code = ${code}`],
      orderBy: newestFirst('created_at'),
      page,
    });
  }
}
