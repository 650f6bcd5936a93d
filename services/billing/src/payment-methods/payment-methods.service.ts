import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type {
  AdminPaymentMethod,
  PaymentMethod,
  UpdatePaymentMethodRequest,
} from '@casement/proto/http/billing/payment-methods.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { BillingConfig, isBinanceConfigured } from '../config.js';
import {
  BPAY,
  ProviderUnavailable,
  providerOf,
  type MethodList,
  type PaymentProvider,
  type ProviderName,
} from '../payment-providers/payment-provider.js';
import { PaymentProviders } from '../payment-providers/payment-providers.js';
import type { PaymentMethodEntity } from './payment-method.entity.js';
import { paymentMethodErrors } from './payment-methods.errors.js';
import { PaymentMethodsRepository } from './payment-methods.repository.js';

const log = logger('payment-methods');

/** Positions of the providers' methods in lists. Binance Pay comes last. */
const POSITIONS = { tripay: 0, midtrans: 1_000, stripe: 2_000, binance: 10_000 };

const bpayIcon = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32" viewBox="0 0 96 32"><rect width="96" height="32" rx="4" fill="#fff"/><path d="M16 8l8 8-8 8-8-8z" fill="none" stroke="#b7860b" stroke-width="3"/><text x="58" y="21" font-family="system-ui,sans-serif" font-size="13" font-weight="600" text-anchor="middle" fill="#1b1b1b">USDT</text></svg>`;

@Injectable()
export class PaymentMethodsService implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly repository: PaymentMethodsRepository,
    private readonly providers: PaymentProviders,
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
      position: POSITIONS.binance,
    });
    if (isNew) log.info({ code: BPAY }, 'payment method seeded');
  }

  async list(): Promise<AdminPaymentMethod[]> {
    return (await this.repository.findAll()).map((method) => this.toAdmin(method));
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

  /**
   * Stores the administrator's choice and, if the provider does not list them, the fees. A sync changes neither.
   *
   * @throws NOT_FOUND, CONFLICT for a withdrawn method and for fees that the provider sets
   */
  update(code: string, change: UpdatePaymentMethodRequest): Promise<AdminPaymentMethod> {
    return this.db.transaction(async (tx) => {
      const method = await this.repository.lock(tx, code);
      if (!method) throw paymentMethodErrors.notFound();
      const { is_enabled: isEnabled = method.isEnabled, fee_flat, fee_percent } = change;
      if (change.is_enabled !== undefined) await this.setEnabled(tx, method, isEnabled);
      if (fee_flat === undefined && fee_percent === undefined) {
        return this.toAdmin({ ...method, isEnabled });
      }
      if (!this.providers.hasDeclaredFees(method.provider))
        throw paymentMethodErrors.feeFromProvider(method.name);
      const feeFlat = fee_flat ?? method.feeFlat;
      const feePpm = fee_percent === undefined ? method.feePpm : Math.round(fee_percent * 10_000);
      await this.repository.setFee(tx, code, feeFlat, feePpm);
      await this.audit.record(tx, {
        action: 'payment-method.fee_changed',
        target: `payment-method:${code}`,
        before: { feeFlat: method.feeFlat, feePercent: method.feePpm / 10_000 },
        after: { feeFlat, feePercent: feePpm / 10_000 },
      });
      return this.toAdmin({ ...method, isEnabled, feeFlat, feePpm });
    });
  }

  private async setEnabled(
    tx: EntityManager,
    { code, name, withdrawnAt, isEnabled: before }: PaymentMethodEntity,
    isEnabled: boolean,
  ): Promise<void> {
    if (isEnabled && withdrawnAt) throw paymentMethodErrors.withdrawn(name);
    await this.repository.setEnabled(tx, code, isEnabled);
    await this.audit.record(tx, {
      action: isEnabled ? 'payment-method.enabled' : 'payment-method.disabled',
      target: `payment-method:${code}`,
      before: { isEnabled: before },
      after: { isEnabled },
    });
  }

  /**
   * Stores the methods of all configured providers. An unreadable row is skipped: its method stays unchanged and the
   * others are stored. A provider that is down does not block the others.
   *
   * @throws PAYMENT_GATEWAY_UNAVAILABLE if there are providers and none answered; nothing is changed then
   */
  async sync(): Promise<SyncResult> {
    return this.syncFrom(this.providers.configured());
  }

  private async syncFrom(providers: PaymentProvider[]): Promise<SyncResult> {
    const lists = await Promise.all(providers.map(listOrFailure));
    const answered = lists.filter((one): one is Listed => one.list !== null);
    if (lists.length > 0 && answered.length === 0) throw new ProviderUnavailable();
    const result: SyncResult = {
      count: answered.reduce((sum, { list }) => sum + list.channels.length, 0),
      skipped: answered.reduce((sum, { list }) => sum + list.skipped, 0),
      unavailable: lists.flatMap(({ provider, list }) => (list ? [] : provider)),
    };
    await this.db.transaction(async (tx) => {
      await this.repository.lockSync(tx);
      for (const { provider, list } of answered) await this.store(tx, provider, list);
      await this.audit.record(tx, {
        action: 'payment-methods.synced',
        target: 'payment-methods:all',
        after: { ...result, unavailable: result.unavailable.join(',') },
      });
    });
    log.info({ ...result }, 'payment methods synced');
    return result;
  }

  private async store(tx: EntityManager, provider: ProviderName, list: MethodList): Promise<void> {
    const start = POSITIONS[provider];
    for (const [position, channel] of list.channels.entries()) {
      // Codes of other providers and BPAY are reserved.
      if (providerOf(channel.code) !== provider) continue;
      await this.repository.upsert(tx, provider, channel, start + position);
    }
    await this.repository.withdrawUnlisted(tx, provider, list.codes);
  }

  /** @returns true if every configured provider has methods now */
  async syncIfNone(): Promise<boolean> {
    const configured = this.providers.configured();
    const counts = await Promise.all(configured.map(({ name }) => this.repository.countOf(name)));
    const missing = configured.filter((_, index) => counts[index] === 0);
    if (missing.length === 0) return true;
    const { count, unavailable } = await this.syncFrom(missing);
    return count > 0 && unavailable.length === 0;
  }

  private toAdmin(method: PaymentMethodEntity): AdminPaymentMethod {
    const { provider } = method;
    const fee_editable = this.providers.hasDeclaredFees(provider);
    return { ...toPaymentMethod(method), provider, fee_editable };
  }

  /** A stored method is unusable after the settings of its provider were removed. */
  private hasProvider({ provider }: PaymentMethodEntity): boolean {
    return provider === 'binance'
      ? isBinanceConfigured(this.config)
      : this.providers.find(provider) !== undefined;
  }
}

interface SyncResult {
  /** Number of stored methods. */
  count: number;
  /** Number of unreadable rows. */
  skipped: number;
  unavailable: ProviderName[];
}

interface Listed {
  provider: ProviderName;
  list: MethodList;
}

async function listOrFailure(
  provider: PaymentProvider,
): Promise<Listed | { provider: ProviderName; list: null }> {
  try {
    return { provider: provider.name, list: await provider.listMethods() };
  } catch (error) {
    // The client has already logged the failure.
    if (error instanceof ProviderUnavailable) return { provider: provider.name, list: null };
    throw error;
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
