import 'reflect-metadata';
import { exitWithError } from '@casement/common/platform/bootstrap/exit-with-error.js';
import { stopOnSignal } from '@casement/common/platform/bootstrap/stop-on-signal.js';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { configureLogging } from '@casement/common/core/logging/logger.js';
import { DesktopRelayConfig } from './config.js';
import { DesktopRelay } from './desktop-relay.js';

try {
  const config = loadConfig(DesktopRelayConfig, process.env);
  configureLogging('install-desktop', config.LOG_LEVEL);
  const relay = new DesktopRelay(config);
  await relay.listen();
  stopOnSignal({
    drainMs: config.DRAIN_MS,
    drain: (cut) => relay.drain(cut),
    close: () => relay.close(),
  });
} catch (error) {
  exitWithError('install-desktop could not start', error);
}
