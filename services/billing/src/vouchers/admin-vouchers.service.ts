import { Injectable } from '@nestjs/common';
import type {
  AdminVoucher,
  AdminVouchersQuery,
  CreateVouchersRequest,
  VoucherUse,
} from '@casement/proto/http/billing/vouchers.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { readableCode } from '../readable-code.js';
import { voucherErrors } from './voucher.errors.js';
import type { VoucherEntity } from './voucher.entity.js';
import { VouchersRepository, type VoucherUseRow } from './vouchers.repository.js';

/** Vouchers for administrators. */
@Injectable()
export class AdminVouchersService {
  constructor(
    private readonly db: Database,
    private readonly vouchers: VouchersRepository,
    private readonly audit: Audit,
    private readonly users: UserDirectory,
  ) {}

  /** Newest first. */
  async page(query: AdminVouchersQuery): Promise<ListPage<AdminVoucher>> {
    const { rows, ...list } = await this.vouchers.page(query);
    const uses = await this.vouchers.usesOf(rows.map(({ code }) => code));
    return { ...list, rows: rows.map((one) => toAdminVoucher(one, uses.get(one.code) ?? 0)) };
  }

  /** @throws CONFLICT if the given code is taken */
  async create(
    unit: UnitOfWork,
    actor: Actor,
    { count, code, percentage, quota, ...request }: CreateVouchersRequest,
  ): Promise<AdminVoucher[]> {
    const vouchers = Array.from({ length: count }, () => ({
      id: newId(),
      code: code ?? generatedCode(),
      label: request.label,
      basisPoints: percentage === null ? null : Math.round(percentage * 100),
      quota,
      maxUses: request.max_uses,
      maxUsesPerUser: request.max_uses_per_user,
      minQuantity: quota === null ? request.min_quantity : 1,
      validFrom: request.valid_from,
      validUntil: request.valid_until,
      disabledAt: null,
      createdBy: actor.userId,
    }));
    return unit.transaction(async (tx) => {
      const created = await this.vouchers.insert(tx, vouchers);
      if (created.length < count) throw voucherErrors.codeTaken();
      await this.audit.record(tx, {
        action: 'vouchers.created',
        target: `voucher:${vouchers[0]?.id}`,
        after: { count, percentage, quota, ...request },
      });
      return created.map((one) => toAdminVoucher(one, 0));
    });
  }

  /** @throws NOT_FOUND */
  async setEnabled(id: string, enabled: boolean): Promise<void> {
    await this.db.transaction(async (tx) => {
      const before = await this.get(id);
      await this.vouchers.setEnabled(tx, id, enabled);
      await this.audit.record(tx, {
        action: 'voucher.updated',
        target: `voucher:${id}`,
        before: { enabled: before.disabledAt === null },
        after: { enabled },
      });
    });
  }

  /**
   * Newest first, including top-ups that have expired or failed.
   *
   * @throws NOT_FOUND
   */
  async uses(id: string, query: PageQuery): Promise<ListPage<VoucherUse>> {
    const { code } = await this.get(id);
    const { rows, ...list } = await this.vouchers.pageOfUses(code, query);
    const names = await this.users.names(rows.map(({ userId }) => userId));
    return { ...list, rows: rows.map((row) => toUse(row, names)) };
  }

  private async get(id: string): Promise<VoucherEntity> {
    const voucher = await this.vouchers.findById(id);
    if (!voucher) throw voucherErrors.notFound();
    return voucher;
  }
}

/** Returns e.g. `7K3M-9QX2-PDHA`. */
const generatedCode = (): string => readableCode().replace(/(....)(?=.)/g, '$1-');

const toAdminVoucher = (voucher: VoucherEntity, uses: number): AdminVoucher => ({
  id: voucher.id,
  code: voucher.code,
  label: voucher.label,
  percentage: voucher.basisPoints === null ? null : voucher.basisPoints / 100,
  quota: voucher.quota,
  max_uses: voucher.maxUses,
  max_uses_per_user: voucher.maxUsesPerUser,
  min_quantity: voucher.minQuantity,
  valid_from: voucher.validFrom,
  valid_until: voucher.validUntil,
  uses,
  enabled: voucher.disabledAt === null,
  created_at: voucher.createdAt.toISOString(),
});

const toUse = (
  { id, userId, reference, status, quantity, discountAmount, createdAt }: VoucherUseRow,
  names: ReadonlyMap<string, string>,
): VoucherUse => ({
  id,
  user_id: userId,
  username: names.get(userId) ?? null,
  topup:
    reference === null || status === null || quantity === null || discountAmount === null
      ? null
      : { reference, status, quantity, discount_amount: discountAmount },
  created_at: createdAt.toISOString(),
});
