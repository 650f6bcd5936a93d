import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { isBinanceConfigured } from '../payment-providers/binance/is-configured.js';
import { BillingConfig } from '../config.js';
import { TripayGateway } from '../payment-providers/tripay/tripay.client.js';
import { BPAY } from '../topups/topup.entity.js';
import type { PaymentMethodEntity } from './payment-method.entity.js';
import { paymentMethodErrors } from './payment-methods.errors.js';
import { PaymentMethodsRepository, type SeededMethod } from './payment-methods.repository.js';

const log = logger('payment-methods');

@Injectable()
export class PaymentMethodsService {
  constructor(
    private readonly db: Database,
    private readonly repository: PaymentMethodsRepository,
    private readonly gateway: TripayGateway,
    private readonly audit: Audit,
    private readonly config: BillingConfig,
  ) {}

  list(): Promise<PaymentMethodEntity[]> {
    return this.repository.findAll();
  }

  async listUsable(): Promise<PaymentMethodEntity[]> {
    return (await this.repository.findUsable()).filter((method) => this.hasProvider(method));
  }

  /**
   * The method, if `amount` Rp can be paid with it.
   *
   * @throws PAYMENT_METHOD_UNAVAILABLE when unknown, disabled, withdrawn or outside its limits
   */
  async getUsable(code: string, amount: number): Promise<PaymentMethodEntity> {
    const method = await this.repository.find(code);
    if (!method?.isEnabled || method.withdrawnAt || !this.hasProvider(method)) {
      throw paymentMethodErrors.unavailable();
    }
    const { name, minimumAmount, maximumAmount } = method;
    if (minimumAmount !== null && amount < minimumAmount) {
      throw paymentMethodErrors.belowMinimum(name, minimumAmount, amount);
    }
    if (maximumAmount !== null && amount > maximumAmount) {
      throw paymentMethodErrors.aboveMaximum(name, maximumAmount, amount);
    }
    return method;
  }

  /** An administrator's choice; no sync undoes it. */
  setEnabled(code: string, isEnabled: boolean): Promise<PaymentMethodEntity> {
    return this.db.transaction(async (tx) => {
      const method = await this.repository.lock(tx, code);
      if (!method) throw paymentMethodErrors.notFound();
      if (isEnabled && method.withdrawnAt) throw paymentMethodErrors.withdrawn(method.name);
      await this.repository.setEnabled(tx, code, isEnabled);
      await this.audit.record(tx, {
        action: isEnabled ? 'payment-method.enabled' : 'payment-method.disabled',
        target: `payment-method:${code}`,
        before: { isEnabled: method.isEnabled },
        after: { isEnabled },
      });
      return { ...method, isEnabled };
    });
  }

  /**
   * Takes over what the provider offers. A row that makes no sense changes nothing and keeps no other back.
   *
   * @returns how many methods were taken over, and how many rows were not
   * @throws PAYMENT_GATEWAY_UNAVAILABLE; then nothing was changed
   */
  async sync(): Promise<{ count: number; skipped: number }> {
    const { channels, codes, skipped } = await this.gateway.channels();
    return this.db.transaction(async (tx) => {
      await this.repository.lockSync(tx);
      for (const [position, channel] of channels.entries()) {
        // Ours, however the provider might spell one of its own: the code is matched without case (SPEC §4).
        if (channel.code.toUpperCase() === BPAY) continue;
        await this.repository.upsert(tx, channel, position);
      }
      await this.repository.withdrawOthers(tx, codes);
      await this.audit.record(tx, {
        action: 'payment-methods.synced',
        target: 'payment-methods:all',
        after: { count: channels.length, skipped },
      });
      log.info({ count: channels.length, skipped }, 'payment methods synced');
      return { count: channels.length, skipped };
    });
  }

  /** @returns true when there are methods now */
  async syncIfNone(): Promise<boolean> {
    if ((await this.repository.countFromGateway()) > 0) return true;
    return (await this.sync()).count > 0;
  }

  /**
   * A method that no provider lists. What is there already stays as it is.
   *
   * @returns whether it was made
   */
  seed(method: SeededMethod): Promise<boolean> {
    return this.repository.seed(method);
  }

  /** Binance Pay was seeded while its settings were there; they may be gone. */
  private hasProvider({ provider }: PaymentMethodEntity): boolean {
    return provider === 'tripay' || isBinanceConfigured(this.config);
  }
}
