import { loadConfig } from '@casement/common/core/config/load-config.js';
import { BillingConfig } from './config.js';

const base = {
  DATABASE_URL: 'postgres://localhost/billing',
  NATS_URL: 'nats://localhost:4222',
  AUTH_JWKS_URL: 'http://localhost:3000/internal/jwks.json',
};
const binance = {
  BINANCE_BASE_URL: 'https://api.binance.com',
  BINANCE_API_KEY: 'k8Zq0vW2xT7mB4nC',
  BINANCE_API_SECRET: 'p9Lr3yU6sD1fG5hJ',
  BINANCE_RECEIVER_ID: '35000001',
};

const production = {
  ...base,
  NODE_ENV: 'production',
  TRUSTED_PROXIES: '203.0.113.9/32',
  PUBLIC_URL: 'https://casement.test',
  DATA_ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  USD_IDR_RATE: '16250',
  AUTH_GRPC_URL: 'auth:5000',
  INSTALL_GRPC_URL: 'install:5000',
};

describe(BillingConfig.name, () => {
  it('requires at least one payment provider in production, but none in particular', () => {
    expect(() => loadConfig(BillingConfig, production)).toThrow(
      'The configuration is not usable: a payment provider (TRIPAY_…, MIDTRANS_…, STRIPE_… or BINANCE_…) is missing.',
    );
    expect(loadConfig(BillingConfig, { ...production, ...binance })).toMatchObject({
      TRIPAY_API_KEY: '',
    });
  });

  it('does not require a Binance account', () => {
    expect(loadConfig(BillingConfig, base)).toMatchObject({ BINANCE_API_KEY: '' });
  });

  it('accepts a complete Binance account', () => {
    expect(loadConfig(BillingConfig, { ...base, ...binance })).toMatchObject(binance);
  });

  it.each(Object.keys(binance))('rejects a Binance account without %s', (name) => {
    const load = () => loadConfig(BillingConfig, { ...base, ...binance, [name]: '' });
    expect(load).toThrow(`The configuration is not usable: ${name} is missing.`);
  });

  it.each([
    [
      'Tripay',
      {
        TRIPAY_BASE_URL: 'https://tripay.co.id/api',
        TRIPAY_API_KEY: 'k8Zq0vW2xT7mB4nC',
        TRIPAY_PRIVATE_KEY: 'p9Lr3yU6sD1fG5hJ',
        TRIPAY_MERCHANT_CODE: 'T12345',
      },
    ],
    [
      'Midtrans',
      {
        MIDTRANS_SNAP_URL: 'https://app.midtrans.com/snap/v1',
        MIDTRANS_API_URL: 'https://api.midtrans.com/v2',
        MIDTRANS_SERVER_KEY: 'Mid-server-k8Zq0vW2xT7mB4nC',
      },
    ],
    [
      'Stripe',
      { STRIPE_SECRET_KEY: 'sk_live_k8Zq0vW2xT7m', STRIPE_WEBHOOK_SECRET: 'whsec_p9Lr3yU6' },
    ],
  ])('accepts all settings of %s or none', (_, settings) => {
    expect(loadConfig(BillingConfig, { ...base, ...settings })).toMatchObject(settings);
    expect(loadConfig(BillingConfig, { ...production, ...settings })).toMatchObject(settings);
    for (const name of Object.keys(settings)) {
      const load = () => loadConfig(BillingConfig, { ...base, ...settings, [name]: '' });
      expect(load).toThrow(`The configuration is not usable: ${name} is missing.`);
    }
  });

  it('rejects a placeholder key in production without printing it', () => {
    const env = {
      ...base,
      ...binance,
      NODE_ENV: 'production',
      BINANCE_API_KEY: 'changeme-changeme',
    };
    expect(() => loadConfig(BillingConfig, env)).toThrow(/BINANCE_API_KEY is a placeholder/);
    expect(() => loadConfig(BillingConfig, env)).not.toThrow(/changeme/);
  });
});
