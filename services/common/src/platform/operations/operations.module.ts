import { Module, type DynamicModule } from '@nestjs/common';
import type { BaseValues, ConfigClass } from '../../core/config/base-config.js';
import { DependencyTestsRepository } from './dependency-tests.repository.js';
import { ExternalDependencies } from './external-dependencies.js';
import { FailedJobs } from './failed-jobs.js';
import { operationsController } from './operations.controller.js';
import { OperationsService } from './operations.service.js';
import { Redactor, secretsOf } from './redactor.js';
import { StuckEvents } from './stuck-events.js';

@Module({})
export class OperationsModule {
  static forRoot<T extends BaseValues>(
    service: string,
    { schema }: ConfigClass<T>,
    config: T,
  ): DynamicModule {
    return {
      module: OperationsModule,
      global: true,
      controllers: [operationsController(service)],
      providers: [
        { provide: Redactor, useFactory: () => new Redactor(secretsOf(schema, config)) },
        FailedJobs,
        StuckEvents,
        DependencyTestsRepository,
        ExternalDependencies,
        OperationsService,
      ],
      exports: [FailedJobs, ExternalDependencies],
    };
  }
}
