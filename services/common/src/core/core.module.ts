import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { BaseConfig, type BaseValues, type ConfigClass } from './config/base-config.js';
import { SERVICE_NAME } from './config/service-name.js';
import { SecretBox } from './crypto/secret-box.js';
import { Metrics } from './metrics/metrics.js';
import { Tracing } from './tracing/tracing.js';

@Module({})
export class CoreModule {
  /** @param config parsed settings, injectable as `Config` and as `BaseConfig` */
  static forRoot<T extends BaseValues>(
    service: string,
    Config: ConfigClass<T>,
    config: T,
  ): DynamicModule {
    const settings: Provider[] = [{ provide: Config, useValue: config }];
    if ((Config as unknown) !== BaseConfig) {
      settings.push({ provide: BaseConfig, useExisting: Config });
    }
    return {
      module: CoreModule,
      global: true,
      providers: [
        ...settings,
        { provide: SERVICE_NAME, useValue: service },
        { provide: SecretBox, useFactory: () => new SecretBox(config.DATA_ENCRYPTION_KEY) },
        Metrics,
        Tracing,
      ],
      exports: [Config, BaseConfig, SERVICE_NAME, SecretBox, Metrics],
    };
  }
}
