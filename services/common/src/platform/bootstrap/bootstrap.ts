import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { BaseValues } from '../../core/config/base-config.js';
import { loadConfig } from '../../core/config/load-config.js';
import { configureLogging, logger } from '../../core/logging/logger.js';
import { Metrics } from '../../core/metrics/metrics.js';
import { CommonModule } from './common.module.js';
import { closeApp, drain } from './shutdown.js';
import { appOptions, configureApp } from './create-app.js';
import { exitWithError } from './exit-with-error.js';
import type { ServiceDefinition } from './service-definition.js';
import { stopOnSignal } from './stop-on-signal.js';

const log = logger('bootstrap');
const KEEP_ALIVE_MS = 75_000;

/**
 * Starts a service: loads the settings first and listens last. A failed start ends the process with a one-sentence
 * message.
 *
 * @example
 *   // main.ts
 *   await bootstrap(billing);
 */
export async function bootstrap<T extends BaseValues>(
  definition: ServiceDefinition<T>,
): Promise<void> {
  try {
    const config = loadConfig(definition.config, process.env);
    configureLogging(definition.name, config.LOG_LEVEL);
    const module = CommonModule.forRoot(definition, config);
    const app = await configureApp(
      await NestFactory.create(module, appOptions),
      definition,
      config,
    );
    app.get(Metrics).addProcess();
    stopOnSignal({
      drainMs: config.DRAIN_MS,
      drain: (cut) => drain(app, config.DRAIN_MS, cut),
      close: () => closeApp(app),
    });
    // Longer than the gateway keeps idle connections (60 s), so that the gateway is always the side that closes them.
    app.getHttpServer().keepAliveTimeout = KEEP_ALIVE_MS;
    await app.listen(config.HTTP_PORT, config.HTTP_HOST);
    log.info({ host: config.HTTP_HOST, port: config.HTTP_PORT }, 'listening');
  } catch (error) {
    exitWithError(`${definition.name} could not start`, error);
  }
}
