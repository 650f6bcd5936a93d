import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Email } from 'postal-mime';
import { testApp, type TestApp, type TestAppOptions } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { auth } from '../../src/auth.service-definition.js';
import { PAGE_DEADLINE_MS } from '../../src/clients/service-clients.js';
import { openMailbox, type Mailbox } from './mailbox.js';

export const PUBLIC_URL = 'https://casement.example';
export const ADMIN_PASSWORD = 'Admin-secret-1!';

/** The product's deadline of 800 ms is too short on a machine that also runs other tests. */
export const TEST_DEADLINE_MS = 5_000;

export interface AuthApp extends TestApp {
  mailbox: Mailbox;
  /** Waits for the newest mail to an address. */
  mailTo(address: string): Promise<Email>;
}

/** Starts the complete service with a mail server. The service verifies tokens that it has signed itself. */
export async function authApp(options: TestAppOptions = {}): Promise<AuthApp> {
  const mailbox = await openMailbox();
  let app: TestApp | undefined;
  // Proxy for the keys, because the service must know their URL before its own port is known.
  const keys = createServer((_request, response) => {
    if (!app) return response.writeHead(503).end();
    void app.http.get('/internal/jwks.json').then((answer) => response.end(answer.text));
  }).listen(0, '127.0.0.1');
  await once(keys, 'listening');

  const closeExtras = async () => {
    keys.closeAllConnections();
    await new Promise((resolve) => keys.close(resolve));
    await mailbox.close();
  };
  try {
    app = await testApp(auth, {
      ...options,
      override: [[PAGE_DEADLINE_MS, TEST_DEADLINE_MS], ...(options.override ?? [])],
      env: {
        PUBLIC_URL,
        SMTP_URL: mailbox.url,
        ADMIN_PASSWORD,
        AUTH_JWKS_URL: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/jwks.json`,
        TRUSTED_PROXIES: '127.0.0.1/32,::1/128',
        ...options.env,
      },
    });
  } catch (error) {
    await closeExtras();
    throw error;
  }
  const closeApp = app.close.bind(app);
  return Object.assign(app, {
    mailbox,
    mailTo: (address: string) =>
      waitFor(() => mailbox.mails.findLast((mail) => mail.to?.[0]?.address === address)),
    close: async () => {
      await closeApp();
      await closeExtras();
    },
  });
}
