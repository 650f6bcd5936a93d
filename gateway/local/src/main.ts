import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { createGateway } from './gateway.js';
import { parseKongFile } from './kong-file.js';

const { PORT = '8080', HOST = '127.0.0.1', KONG_FILE = 'gateway/kong.yml' } = process.env;
const { UPSTREAMS = '{}', TRUSTED_PROXIES = '', STATUS_PORT } = process.env;
const GRACE_MS = 5_000;
// An invalid file, an invalid setting or a port in use is reported in one sentence without a stack trace.
process.on('uncaughtException', ({ message }) => {
  console.error(`Cannot start the gateway: ${message}`);
  process.exit(1);
});

const proxies = new BlockList();
for (const entry of TRUSTED_PROXIES.split(',').filter(Boolean)) {
  const [address = '', bits] = entry.trim().split('/');
  const [width, family] = isIPv6(address) ? [128, 'ipv6' as const] : [32, 'ipv4' as const];
  proxies.addSubnet(address, Number(bits ?? width), family);
}
const file = parseKongFile(readFileSync(KONG_FILE, 'utf8'));
const upstreams = JSON.parse(UPSTREAMS) as Record<string, string>;
const { server, metrics, checkHealth, closeAll } = createGateway(file, upstreams, proxies);
for (const { name, healthchecks } of file.upstreams)
  setInterval(() => void checkHealth(name), healthchecks.active.healthy.interval * 1000).unref();
server.listen(Number(PORT), HOST);

/** Kong's status listener. */
const status = createServer(({ url }, res) =>
  res.end(url === '/metrics' ? metrics() : '{"message":"ready"}'),
);
if (STATUS_PORT) status.listen(Number(STATUS_PORT), HOST);

/** Stops accepting calls, lets calls in progress finish, cuts streams at the end, then flushes the log. */
function stop(): void {
  server.close(() => setTimeout(() => process.exit(0), GRACE_MS).unref());
  status.close();
  setInterval(() => server.closeIdleConnections(), 50).unref();
  setTimeout(closeAll, GRACE_MS).unref();
}
process.once('SIGTERM', stop).once('SIGINT', stop);
