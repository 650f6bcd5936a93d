import { Controller, Get, Module } from '@nestjs/common';
import { Internal, Public } from '@casement/common/auth/access.decorators.js';
import { runMigrations } from '@casement/common/database/run-migrations.js';
import { testApp } from '@casement/common/testing/test-app.js';
import { testDatabase } from '@casement/common/testing/test-database.js';
import { sample } from './sample/sample.service.js';

@Controller('things')
class OpenController {
  @Get('a')
  @Public()
  a() {}

  @Get('b')
  b() {}
}

@Controller('things')
class MisplacedController {
  @Get()
  @Internal()
  list() {}
}

@Controller('internal/things')
class ExposedController {
  @Get()
  @Public()
  list() {}
}

const startWith = (controller: new () => object) => {
  class SomeModule {}
  Module({ controllers: [controller] })(SomeModule);
  return testApp({ ...sample, module: SomeModule });
};

describe('a service', () => {
  it('does not start with a route that does not say who may call it', async () => {
    await expect(startWith(OpenController)).rejects.toThrow(
      'Route GET /api/things/b (OpenController.b) does not say who may call it: ' +
        'give it @Public(), @SignedIn() or @AdminOnly().',
    );
  });

  it('does not start with an internal route that the gateway would route, or the reverse', async () => {
    await expect(startWith(MisplacedController)).rejects.toThrow('move it under /internal');
    await expect(startWith(ExposedController)).rejects.toThrow('must be @Internal()');
  });

  it('does not list its routes in production', async () => {
    const env = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://casement.test',
      TRUSTED_PROXIES: '10.0.0.0/8',
      DATA_ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    };
    const app = await testApp(sample, { env });
    await app.http.get('/internal/routes').expect(404);
    await app.http.get('/health/live').expect(200);
    await app.close();
  });

  it('is not ready while migrations are pending', async () => {
    const database = await testDatabase(sample.database.migrations.slice(0, 1));
    const app = await testApp(sample, { database });
    const { body } = await app.http.get('/health/ready').expect(503);
    expect(body.checks).toMatchObject({ migrations: 'failed', database: 'ok' });
    await runMigrations(database.url, sample.database.migrations);
    await app.http.get('/health/ready').expect(200);
    await app.close();
    await database.close();
  });
});

describe(runMigrations.name, () => {
  it('applies each migration once when replicas start at the same time', async () => {
    const database = await testDatabase([]);
    const runs = await Promise.all(
      [1, 2, 3].map(() => runMigrations(database.url, sample.database.migrations)),
    );
    expect(runs.flat().sort()).toEqual(['AddCredits1700000000001', 'StartCommon1700000000000']);
    await database.close();
  });
});
