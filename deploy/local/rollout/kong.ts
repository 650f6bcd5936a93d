import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { upstreams } from '@casement/local/addresses.js';
import { gatewayLogSecret, loadSecrets } from '@casement/local/secrets.js';
import { parse, stringify } from 'yaml';
import { freePort, until, type Product } from './product.js';

interface KongFile {
  upstreams: { name: string; targets: { target: string }[] }[];
  plugins: { name: string; config: { http_endpoint?: string } }[];
}

/**
 * Starts a real Kong for a product, with gateway/kong.yml and the settings of deploy/compose.yaml. Only the targets'
 * addresses differ, because they are the product's ports.
 *
 * @param bin the program `kong`; its environment (LUA_PATH …) is that of this process
 */
export async function startKong(bin: string, product: Product) {
  const { root, dataDir } = product;
  const prefix = join(dataDir, 'kong');
  mkdirSync(prefix, { recursive: true });
  const addresses = upstreams(product.run().wiring.addresses);
  const file = parse(readFileSync(join(root, 'gateway/kong.yml'), 'utf8')) as KongFile;
  for (const upstream of file.upstreams)
    upstream.targets = addresses[upstream.name]!.split(',').map((target) => ({ target }));
  const [security] = addresses['security']!.split(',');
  for (const { config } of file.plugins)
    if (config.http_endpoint)
      config.http_endpoint = config.http_endpoint.replace('security:3000', security!);
  const declarative = join(prefix, 'kong.yml');
  writeFileSync(declarative, stringify(file, { aliasDuplicateObjects: false }));

  const port = await freePort();
  const compose = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'), {
    merge: true,
  }) as { services: { gateway: { environment: Record<string, string> } } };
  const log = openSync(join(dataDir, 'logs', 'kong.log'), 'a');
  const child = spawn(bin, ['start'], {
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      ...compose.services.gateway.environment,
      KONG_NGINX_DAEMON: 'off',
      KONG_PREFIX: prefix,
      KONG_DECLARATIVE_CONFIG: declarative,
      KONG_ERROR_TEMPLATE_JSON: join(root, 'gateway/error.json'),
      KONG_NGINX_HTTP_INCLUDE: join(root, 'gateway/nginx-http.conf'),
      KONG_NGINX_PROXY_INCLUDE: join(root, 'gateway/nginx-server.conf'),
      KONG_PROXY_LISTEN: `127.0.0.1:${port}`,
      KONG_STATUS_LISTEN: 'off',
      KONG_TRUSTED_IPS: '127.0.0.1/32',
      GATEWAY_LOG_SECRET: gatewayLogSecret(loadSecrets(dataDir)),
    },
  });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/config.json`).then(
      ({ ok }) => ok,
      () => child.exitCode !== null,
    );
  await until('Kong', answers);
  if (child.exitCode !== null) throw new Error(`${bin} did not start: ${dataDir}/logs/kong.log`);
  const stop = async () => {
    // Signals nginx itself because `kong start` runs it as a child.
    process.kill(Number(readFileSync(join(prefix, 'pids/nginx.pid'), 'utf8')), 'SIGQUIT');
    await exited;
  };
  return { url, stop };
}
