import { Injectable } from '@nestjs/common';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { MidtransClient } from './midtrans/midtrans.client.js';
import { ProviderUnavailable, providerOf, type PaymentProvider } from './payment-provider.js';
import { StripeClient } from './stripe/stripe.client.js';
import { TripayClient } from './tripay/tripay.client.js';

/** Payment providers by name. */
@Injectable()
export class PaymentProviders {
  private readonly all: PaymentProvider[];

  constructor(
    tripay: TripayClient,
    midtrans: MidtransClient,
    stripe: StripeClient,
    dependencies: ExternalDependencies,
  ) {
    this.all = [tripay, midtrans, stripe];
    for (const provider of this.all) {
      dependencies.add({
        // Named before there were other providers.
        name: provider === tripay ? 'payment-gateway' : provider.name,
        isConfigured: () => provider.isConfigured(),
        ask: () => provider.test(),
      });
    }
  }

  configured(): PaymentProvider[] {
    return this.all.filter((provider) => provider.isConfigured());
  }

  find(name: string): PaymentProvider | undefined {
    return this.configured().find((provider) => provider.name === name);
  }

  /** Returns whether an administrator enters the fees of the provider's methods. */
  hasDeclaredFees(name: string): boolean {
    return this.all.some((provider) => provider.name === name && !provider.listsFees);
  }

  /** @throws ProviderUnavailable if its settings were removed */
  ofMethod(code: string): PaymentProvider {
    const provider = this.find(providerOf(code));
    if (!provider) throw new ProviderUnavailable();
    return provider;
  }
}
