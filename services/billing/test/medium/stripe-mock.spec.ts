import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { BillingConfig } from '../../src/config.js';
import { StripeClient } from '../../src/payment-providers/stripe/stripe.client.js';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { waitFor } from '@casement/common/testing/wait-for.js';

/** Must match test/stripe/stripe-mock.sh, which builds it. */
const VERSION = 'v0.203.0';
const cache = process.env['CASEMENT_CACHE'] ?? join(homedir(), '.cache', 'casement');
const program = join(cache, 'bin', `stripe-mock-${VERSION}`);
const isBuilt = existsSync(program);

/**
 * Checks our requests against Stripe's published API description. The mock is stateless: it validates each request and
 * answers with an example.
 */
(isBuilt ? describe : describe.skip)(
  `requests to Stripe${isBuilt ? '' : ' (not run: no stripe-mock here; services/billing/test/stripe/stripe-mock.sh builds it)'}`,
  () => {
    let mock: ChildProcess;
    let stripe: StripeClient;
    const reference = 'cs_test_a1b2c3';
    const payment = { reference, merchantRef: 'CSM-20261121-7K3M9QX2PDHA' };

    beforeAll(async () => {
      const port = String(await freePort());
      mock = spawn(program, ['-http-port', port], { stdio: 'ignore' });
      const config = loadConfig(BillingConfig, {
        DATABASE_URL: 'postgres://localhost/billing',
        NATS_URL: 'nats://localhost:4222',
        AUTH_JWKS_URL: 'http://localhost:3000/internal/jwks.json',
        STRIPE_API_URL: `http://127.0.0.1:${port}`,
        STRIPE_SECRET_KEY: 'sk_test_123',
        STRIPE_WEBHOOK_SECRET: 'whsec_123',
      });
      stripe = new StripeClient(config);
      await waitFor(() => fetch(`http://127.0.0.1:${port}`).catch(() => null));
    });
    afterAll(() => mock.kill());

    it.each(['STRIPE_CARD', 'STRIPE_CHECKOUT'])('create a session for %s', async (method) => {
      const result = await stripe.create({
        method,
        merchantRef: payment.merchantRef,
        amount: 100_000,
        fee: 3_900,
        charge: stripe.chargeOf(103_900),
        expiresAt: new Date(Date.now() + 24 * 3_600_000),
        customerName: 'Ana',
        customerEmail: 'ana@example.com',
        itemName: '2 × Windows Install Quota',
      });
      expect(result).toMatchObject({ kind: 'created' });
    });

    it('read a session by its own id and by its payment', async () => {
      expect(await stripe.readStatus(payment)).toMatchObject({ reference });
      const byPayment = { ...payment, reference: 'pi_1Gszwe2eZvKYlo2C' };
      expect(await stripe.readStatus(byPayment)).toMatchObject({
        reference: expect.stringMatching(/^cs_/),
      });
    });
  },
);
