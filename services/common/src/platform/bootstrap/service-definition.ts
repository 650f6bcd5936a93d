import type { Type } from '@nestjs/common';
import type { BaseValues, ConfigClass } from '../../core/config/base-config.js';
import type { ApiKeySource } from '../api-keys/api-key-directory.js';
import type { DatabaseSchema } from '../../data/data.module.js';

export interface ServiceDefinition<T extends BaseValues = BaseValues> extends ApiKeySource<T> {
  /** `auth`, `billing`, `install`, `telegram`, `security`. */
  name: string;
  config: ConfigClass<T>;
  module: Type;
  database: DatabaseSchema;
  /** gRPC API of the service. Without it no port is opened. */
  grpc?: {
    /** `casement.billing.v1` */
    packages: readonly string[];
    /** `casement/billing/v1/billing_service.proto` */
    protos: readonly string[];
  };
  /** Largest JSON body, e.g. `100kb` (the default). Streams and multipart have limits of their own. */
  bodyLimit?: string;
}

/** A service, described once: `bootstrap`, `deadLetters` and `testApp` all start from this; `migrate` takes parts of it. */
export function defineService<T extends BaseValues>(
  definition: ServiceDefinition<T>,
): ServiceDefinition<T> {
  return definition;
}
