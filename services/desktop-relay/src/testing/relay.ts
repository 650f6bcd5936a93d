import { loadConfig } from '@casement/common/core/config/load-config.js';
import { configureLogging } from '@casement/common/core/logging/logger.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { DesktopRelayConfig } from '../config.js';
import { DesktopRelay } from '../desktop-relay.js';
import { RELAY_LIMITS, type RelayLimits } from '../limits.js';
import { StandInDesktops } from './stand-in-desktops.js';
import { ServiceProcess } from '@casement/common/testing/service-process.js';

export interface TestRelay {
  /** Address of the relay, e.g. `127.0.0.1:40123`. */
  address: string;
  relay: DesktopRelay;
  install: StandInDesktops;
  close(): Promise<void>;
}

export const ORIGIN = 'http://localhost:8080';

export interface RelayOptions {
  limits?: Partial<RelayLimits>;
  env?: Record<string, string>;
  /** Install service shared with another relay. Defaults to a new stand-in. */
  install?: StandInDesktops;
}

/** Environment of a relay that allows Windows on loopback, at any free port. */
const relayEnv = (install: { url: string }): Record<string, string> => ({
  NODE_ENV: 'test',
  HTTP_PORT: '0',
  PUBLIC_URL: ORIGIN,
  INSTALL_GRPC_URL: install.url,
  INSTALL_ALLOWED_NETWORKS: '127.0.0.0/8',
  INSTALL_OWN_ADDRESSES: '203.0.113.1',
  DRAIN_MS: '0',
  LOG_LEVEL: 'silent',
});

/** Starts a relay in this process, with a fake install service. */
export async function startRelay(options: RelayOptions = {}): Promise<TestRelay> {
  const install = options.install ?? (await StandInDesktops.start());
  const env = { ...relayEnv(install), ...options.env };
  const config = loadConfig(DesktopRelayConfig, env);
  configureLogging('install-desktop', config.LOG_LEVEL);
  const relay = new DesktopRelay(config, { ...RELAY_LIMITS, ...options.limits });
  await relay.listen();
  return {
    address: `127.0.0.1:${relay.port}`,
    relay,
    install,
    close: async () => {
      await relay.close();
      if (!options.install) install.stopServer();
    },
  };
}

/** Starts a relay in a separate process, as in production. Its log goes to `logFile`. */
export async function startRelayProcess(
  install: StandInDesktops,
  logFile: string,
  env: Record<string, string> = {},
): Promise<ServiceProcess> {
  const port = String(await freePort());
  const all = { ...relayEnv(install), HTTP_PORT: port, LOG_LEVEL: 'info', ...env };
  const process = new ServiceProcess('desktop-relay', all, logFile);
  await process.start();
  return process;
}
