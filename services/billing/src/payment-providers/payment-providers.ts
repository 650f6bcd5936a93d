import { Injectable } from '@nestjs/common';
import { MidtransClient } from './midtrans/midtrans.client.js';
import { ProviderUnavailable, providerOf, type PaymentProvider } from './payment-provider.js';
import { StripeClient } from './stripe/stripe.client.js';
import { TripayClient } from './tripay/tripay.client.js';

/** Payment providers by name. */
@Injectable()
export class PaymentProviders {
  private readonly all: PaymentProvider[];

  constructor(tripay: TripayClient, midtrans: MidtransClient, stripe: StripeClient) {
    this.all = [tripay, midtrans, stripe];
  }

  configured(): PaymentProvider[] {
    return this.all.filter((provider) => provider.isConfigured());
  }

  find(name: string): PaymentProvider | undefined {
    return this.configured().find((provider) => provider.name === name);
  }

  /** @throws ProviderUnavailable if its settings were removed */
  ofMethod(code: string): PaymentProvider {
    const provider = this.find(providerOf(code));
    if (!provider) throw new ProviderUnavailable();
    return provider;
  }
}
