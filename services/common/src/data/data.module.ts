import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { BaseValues } from '../core/config/base-config.js';
import {
  connectedDataSource,
  type EntityClass,
  type MigrationClass,
} from './database/data-source.js';
import { Database } from './database/database.js';
import { SqlGauges } from './database/sql-gauges.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { Jobs } from './jobs/jobs.js';
import { NamedLeaseEntity } from './jobs/named-lease.js';
import { PartitionJob } from './jobs/partition-job.js';
import { Throttle } from './throttle/throttle.js';

export interface DatabaseSchema {
  entities: readonly EntityClass[];
  /** `[...commonMigrations, …]`; class names end with a 13-digit timestamp, which orders them. */
  migrations: readonly MigrationClass[];
}

@Module({})
export class DataModule implements OnApplicationShutdown {
  constructor(private readonly source: DataSource) {}

  static forRoot(
    applicationName: string,
    { entities, migrations }: DatabaseSchema,
    config: Pick<BaseValues, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'>,
  ): DynamicModule {
    return {
      module: DataModule,
      global: true,
      providers: [
        {
          provide: DataSource,
          useFactory: () =>
            connectedDataSource({
              url: config.DATABASE_URL,
              applicationName,
              poolSize: config.DATABASE_POOL_SIZE,
              entities: [NamedLeaseEntity, ...entities],
              migrations,
            }),
        },
        Database,
        SqlGauges,
        Jobs,
        IdempotencyKeys,
        PartitionJob,
        Throttle,
      ],
      exports: [DataSource, Database, SqlGauges, Jobs, IdempotencyKeys, Throttle],
    };
  }

  /** Shutdown hooks run in reverse import order, so everything that uses the database has stopped by now. */
  async onApplicationShutdown(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}
