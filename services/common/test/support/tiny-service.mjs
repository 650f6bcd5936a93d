// Service started like in production: the built package in a separate process.
import { Controller, Module } from '@nestjs/common';
import { z } from 'zod';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { bootstrap } from '@casement/common/platform/bootstrap/bootstrap.js';
import { deadLetters } from '@casement/common/platform/bootstrap/dead-letters.js';
import { migrate } from '@casement/common/platform/bootstrap/migrate.js';
import { BaseConfig } from '@casement/common/core/config/base-config.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';

class SlowController {
  /** Reports that the request has started, so that the test can stop the service while it is in progress. */
  async slow() {
    process.stderr.write('slow request begun\n');
    await new Promise((resolve) => setTimeout(resolve, 300));
    return 'done';
  }
}
const descriptor = Object.getOwnPropertyDescriptor(SlowController.prototype, 'slow');
Route({ method: 'GET', path: '/slow', effect: 'read', answer: z.string() })(
  SlowController.prototype,
  'slow',
  descriptor,
);
Public()(SlowController.prototype, 'slow', descriptor);
Controller()(SlowController);

class TinyModule {}
Module({ controllers: [SlowController] })(TinyModule);

const tiny = {
  name: 'tiny',
  config: BaseConfig,
  module: TinyModule,
  database: { entities: [], migrations: commonMigrations },
};

const commands = {
  migrate: () => migrate({ ...tiny, migrations: commonMigrations }),
  start: () => bootstrap(tiny),
  'dead-letters': () => deadLetters(tiny, process.argv.slice(3)),
};
await commands[process.argv[2]]();
