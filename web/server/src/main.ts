import { readConfig } from './config.js';
import { pollPrice } from './price.js';
import { createWebServer } from './web-server.js';

const log = (level: string, fields: object, message: string) =>
  console.log(JSON.stringify({ level, service: 'web', ...fields, msg: message }));

try {
  const config = readConfig(process.env);
  const price =
    config.billingUrl === null
      ? undefined
      : pollPrice(config.billingUrl, (error) =>
          log('warn', { error: String(error) }, 'could not read the price'),
        );
  const server = createWebServer(config, price);
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
