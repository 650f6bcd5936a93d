import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { execute } from '@casement/common/data/database/sql.js';
import type { PaymentChannel, ProviderName } from '../payment-providers/payment-provider.js';
import { PaymentMethodEntity } from './payment-method.entity.js';

type SeededMethod = Pick<
  PaymentMethodEntity,
  'code' | 'provider' | 'name' | 'type' | 'groupName' | 'iconUrl' | 'position'
>;

const order = { position: 'ASC', code: 'ASC' } as const;

@Injectable()
export class PaymentMethodsRepository {
  constructor(private readonly db: Database) {}

  findAll(): Promise<PaymentMethodEntity[]> {
    return this.db.manager.find(PaymentMethodEntity, { order });
  }

  findUsable(): Promise<PaymentMethodEntity[]> {
    return this.db.manager.find(PaymentMethodEntity, {
      where: { isEnabled: true, withdrawnAt: IsNull() },
      order,
    });
  }

  find(code: string): Promise<PaymentMethodEntity | null> {
    return this.db.manager.findOneBy(PaymentMethodEntity, { code });
  }

  lock(tx: EntityManager, code: string): Promise<PaymentMethodEntity | null> {
    return tx.findOne(PaymentMethodEntity, {
      where: { code },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async setEnabled(tx: EntityManager, code: string, isEnabled: boolean): Promise<void> {
    await tx.update(PaymentMethodEntity, { code }, { isEnabled });
  }

  async setFee(tx: EntityManager, code: string, feeFlat: number, feePpm: number): Promise<void> {
    await tx.update(PaymentMethodEntity, { code }, { feeFlat, feePpm });
  }

  countOf(provider: ProviderName): Promise<number> {
    return this.db.manager.countBy(PaymentMethodEntity, { provider });
  }

  /** Serializes syncs until `tx` ends, so that two lists are not mixed. */
  async lockSync(tx: EntityManager): Promise<void> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtext('casement:sync-payment-methods'))`);
  }

  /**
   * Inserts or updates a method. A new method is enabled if the provider lists it as active; an existing method keeps
   * the administrator's `is_enabled`, and the fee that an administrator has entered.
   */
  async upsert(
    tx: EntityManager,
    provider: ProviderName,
    channel: PaymentChannel,
    position: number,
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO payment_method (code, provider, name, type, group_name, icon_url, fee_flat, fee_ppm,
         minimum_fee, maximum_fee, minimum_amount, maximum_amount, is_enabled, position)
       VALUES ($1, $14, $2, $3, $4, $5, coalesce($6, 0), coalesce($7, 0), $8, $9, $10, $11, $12, $13)
       ON CONFLICT (code) DO UPDATE SET
         name = excluded.name, type = excluded.type, group_name = excluded.group_name,
         icon_url = excluded.icon_url, fee_flat = coalesce($6, payment_method.fee_flat),
         fee_ppm = coalesce($7, payment_method.fee_ppm),
         minimum_fee = excluded.minimum_fee, maximum_fee = excluded.maximum_fee,
         minimum_amount = excluded.minimum_amount, maximum_amount = excluded.maximum_amount,
         position = excluded.position, withdrawn_at = NULL, updated_at = now()
       WHERE payment_method.provider = $14`,
      [
        channel.code,
        channel.name,
        channel.type,
        channel.groupName,
        channel.iconUrl,
        channel.feeFlat,
        channel.feePpm,
        channel.minimumFee,
        channel.maximumFee,
        channel.minimumAmount,
        channel.maximumAmount,
        channel.active,
        position,
        provider,
      ],
    );
  }

  /**
   * Inserts an enabled method without a fee if it does not exist.
   *
   * @returns whether it was inserted
   */
  async seed(method: SeededMethod): Promise<boolean> {
    const inserted = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(PaymentMethodEntity)
      .values({ ...method, feeFlat: 0, feePpm: 0, isEnabled: true })
      .orIgnore()
      .returning('code')
      .execute();
    return (inserted.raw as unknown[]).length > 0;
  }

  /** Marks methods that the provider no longer lists. Their rows stay because old top-ups refer to them. */
  async withdrawUnlisted(
    tx: EntityManager,
    provider: ProviderName,
    listed: readonly string[],
  ): Promise<void> {
    await execute(
      tx,
      `UPDATE payment_method SET withdrawn_at = now(), updated_at = now()
       WHERE provider = $2 AND withdrawn_at IS NULL AND code <> ALL ($1)`,
      [[...listed], provider],
    );
  }
}
