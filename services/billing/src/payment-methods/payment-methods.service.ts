import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { PaymentMethod } from '@casement/proto/http/billing/billing.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { BillingConfig, isBinanceConfigured } from '../config.js';
import { BPAY, ProviderUnavailable } from '../payment-providers/payment-provider.js';
import { TripayClient } from '../payment-providers/tripay/tripay.client.js';
import type { PaymentMethodEntity } from './payment-method.entity.js';
import { paymentMethodErrors } from './payment-methods.errors.js';
import { PaymentMethodsRepository } from './payment-methods.repository.js';

const log = logger('payment-methods');

const bpayIcon = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32" viewBox="0 0 96 32"><rect width="96" height="32" rx="4" fill="#fff"/><path d="M16 8l8 8-8 8-8-8z" fill="none" stroke="#b7860b" stroke-width="3"/><text x="58" y="21" font-family="system-ui,sans-serif" font-size="13" font-weight="600" text-anchor="middle" fill="#1b1b1b">USDT</text></svg>`;

@Injectable()
export class PaymentMethodsService implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly repository: PaymentMethodsRepository,
    private readonly tripay: TripayClient,
    private readonly audit: Audit,
    private readonly config: BillingConfig,
    jobs: Jobs,
  ) {
    // A retried job, because the provider may be down when billing starts.
    jobs.every('first-sync', config.FIRST_SYNC_INTERVAL_MS, async () => {
      try {
        return (await this.syncIfNone()) ? 'done' : undefined;
      } catch (error) {
        // The client has already logged the failure.
        if (error instanceof ProviderUnavailable) return undefined;
        throw error;
      }
    });
  }

  /** Creates the Binance Pay method, which no provider lists. A method that an administrator has changed is kept. */
  async onApplicationBootstrap(): Promise<void> {
    if (!isBinanceConfigured(this.config)) return;
    const isNew = await this.repository.seed({
      code: BPAY,
      provider: 'binance',
      name: 'Binance Pay',
      type: 'crypto',
      groupName: 'Crypto',
      // A data URL, so that the icon needs no host.
      iconUrl: `data:image/svg+xml;base64,${Buffer.from(bpayIcon).toString('base64')}`,
      // Listed after Tripay's methods.
      position: 10_000,
    });
    if (isNew) log.info({ code: BPAY }, 'payment method seeded');
  }

  async list(): Promise<PaymentMethod[]> {
    return (await this.repository.findAll()).map(toPaymentMethod);
  }

  async listUsable(): Promise<PaymentMethod[]> {
    const methods = await this.repository.findUsable();
    return methods.filter((method) => this.hasProvider(method)).map(toPaymentMethod);
  }

  /**
   * Returns the method if `amount` Rp can be paid with it.
   *
   * @throws PAYMENT_METHOD_UNAVAILABLE if it is unknown, disabled, withdrawn or if the amount is outside its limits
   */
  async getUsable(code: string, amount: number): Promise<PaymentMethod> {
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
    return toPaymentMethod(method);
  }

  /** Stores the administrator's choice, which a sync never changes. */
  setEnabled(code: string, isEnabled: boolean): Promise<PaymentMethod> {
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
      return toPaymentMethod({ ...method, isEnabled });
    });
  }

  /**
   * Stores the provider's methods. An unreadable row is skipped: its method stays unchanged and the others are
   * stored.
   *
   * @returns the numbers of stored methods and skipped rows
   * @throws PAYMENT_GATEWAY_UNAVAILABLE; nothing is changed then
   */
  async sync(): Promise<{ count: number; skipped: number }> {
    const { channels, codes, skipped } = await this.tripay.channels();
    return this.db.transaction(async (tx) => {
      await this.repository.lockSync(tx);
      for (const [position, channel] of channels.entries()) {
        // Skipped because BPAY is our own method. Codes are compared case-insensitively (SPEC §4).
        if (channel.code.toUpperCase() === BPAY) continue;
        await this.repository.upsert(tx, channel, position);
      }
      await this.repository.withdrawUnlisted(tx, codes);
      await this.audit.record(tx, {
        action: 'payment-methods.synced',
        target: 'payment-methods:all',
        after: { count: channels.length, skipped },
      });
      log.info({ count: channels.length, skipped }, 'payment methods synced');
      return { count: channels.length, skipped };
    });
  }

  /** @returns true if there are methods now */
  async syncIfNone(): Promise<boolean> {
    if ((await this.repository.countFromTripay()) > 0) return true;
    return (await this.sync()).count > 0;
  }

  /** A stored Binance Pay method is unusable after the Binance settings were removed. */
  private hasProvider({ provider }: PaymentMethodEntity): boolean {
    return provider === 'tripay' || isBinanceConfigured(this.config);
  }
}

/** A withdrawn method is shown as disabled, because nobody can pay with it. */
const toPaymentMethod = (method: PaymentMethodEntity): PaymentMethod => ({
  code: method.code,
  name: method.name,
  type: method.type,
  icon_url: method.iconUrl,
  fee_flat: method.feeFlat,
  fee_percent: method.feePpm / 10_000,
  minimum_fee: method.minimumFee,
  maximum_fee: method.maximumFee,
  minimum_amount: method.minimumAmount,
  maximum_amount: method.maximumAmount,
  is_enabled: method.isEnabled && method.withdrawnAt === null,
});
