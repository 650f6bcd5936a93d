import { readConfig } from './config.js';
import type { Brand } from './branded-pages.js';
import { poll } from './poll.js';
import { createWebServer } from './web-server.js';

const log = (level: string, fields: object, message: string) =>
  console.log(JSON.stringify({ level, service: 'web', ...fields, msg: message }));

const PRICE_MS = 60_000;
/** Poll interval of the brand. While auth answers, pages show a change within this time. */
const BRAND_MS = 10_000;

try {
  const config = readConfig(process.env);
  const polled = <T>(url: string | null, path: string, everyMs: number) =>
    url === null
      ? { read: () => null, attempted: Promise.resolve() }
      : poll<T>(new URL(path, url), everyMs, (error) =>
          log('warn', { path, error: String(error) }, 'could not poll a service'),
        );
  const price = polled<{ price: unknown }>(config.billingUrl, '/internal/price', PRICE_MS);
  const brand = polled<Brand>(config.authUrl, '/internal/brand', BRAND_MS);
  // Pages without the brand would flash its colours and name.
  await brand.attempted;
  const server = createWebServer(config, {
    price: () => price.read()?.price ?? null,
    brand: brand.read,
  });
  server.listen(config.port, config.host, () => {
    log('info', { host: config.host, port: config.port }, 'listening');
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log('info', { signal }, 'stopping');
      server.close();
      server.closeIdleConnections();
    });
  }
} catch (error) {
  log('error', {}, error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
