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
    /** Example: `casement.billing.v1`. */
    packages: readonly string[];
    /** Example: `casement/billing/v1/billing_service.proto`. */
    protos: readonly string[];
  };
  /** Maximum JSON body size, e.g. `100kb` (the default). Streams and multipart have separate limits. */
  bodyLimit?: string;
}

/** Defines a service once for `bootstrap`, `deadLetters` and `testApp`; `migrate` uses parts of it. */
export function defineService<T extends BaseValues>(
  definition: ServiceDefinition<T>,
): ServiceDefinition<T> {
  return definition;
}
