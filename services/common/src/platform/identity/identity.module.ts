import { Module, type DynamicModule } from '@nestjs/common';
import type { BaseValues } from '../../core/config/base-config.js';
import { Identity } from './identity.js';

@Module({})
export class IdentityModule {
  static forRoot(service: string, config: BaseValues): DynamicModule {
    return {
      module: IdentityModule,
      global: true,
      providers: [{ provide: Identity, useFactory: () => new Identity(config, service) }],
      exports: [Identity],
    };
  }
}
