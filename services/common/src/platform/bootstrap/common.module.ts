import { Module, type DynamicModule } from '@nestjs/common';
import type { BaseValues } from '../../core/config/base-config.js';
import { CoreModule } from '../../core/core.module.js';
import { DataModule } from '../../data/data.module.js';
import { EdgeModule } from '../../messaging/edge/edge.module.js';
import { MessagingModule } from '../../messaging/messaging.module.js';
import { StreamsModule } from '../../messaging/streams/streams.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { HealthModule } from '../health/health.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { MetricsController } from '../metrics/metrics.controller.js';
import { OperationsModule } from '../operations/operations.module.js';
import { RoutesModule } from '../routes/routes.module.js';
import type { ServiceDefinition } from './service-definition.js';

@Module({ controllers: [MetricsController] })
export class CommonModule {
  /** Root module of a service: the layers of common, lowest first, then the service's own module. */
  static forRoot<T extends BaseValues>(definition: ServiceDefinition<T>, config: T): DynamicModule {
    const { name, config: Config } = definition;
    return {
      module: CommonModule,
      imports: [
        CoreModule.forRoot(name, Config, config),
        DataModule.forRoot(name, definition.database, config),
        MessagingModule,
        EdgeModule,
        StreamsModule,
        IdentityModule.forRoot(name, config),
        ApiKeysModule.forRoot(definition, config),
        AuthModule.forRoot(config.AUTH_JWKS_URL),
        HealthModule,
        OperationsModule.forRoot(name, Config, config),
        RoutesModule.register({ publish: config.NODE_ENV !== 'production' }),
        definition.module,
      ],
    };
  }
}
