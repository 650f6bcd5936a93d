import { Controller, Get, Module } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Internal, Public } from '@casement/common/platform/auth/access.decorators.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { runMigrations } from '@casement/common/data/database/run-migrations.js';
import { testApp } from '@casement/common/testing/test-app.js';
import { testDatabase } from '@casement/common/testing/test-database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { sample } from './sample/sample.service.js';

const route = (path: `/${string}`) =>
  ({ method: 'GET', path, effect: 'read', answer: null }) as const;

@Controller()
class OpenController {
  @Route(route('/things/a'))
  @Public()
  a() {
    return reply(null);
  }

  @Route(route('/things/b'))
  b() {
    return reply(null);
  }
}

@Controller('things')
class NoEffectController {
  @Get()
  @Public()
  list() {}
}

@Controller()
class MisplacedController {
  @Route(route('/things'))
  @Internal()
  list() {
    return reply(null);
  }
}

@Controller()
class ExposedController {
  @Route(route('/internal/things'))
  @Public()
  list() {
    return reply(null);
  }
}

const startWith = (controller: new () => object) => {
  class SomeModule {}
  Module({ controllers: [controller] })(SomeModule);
  return testApp({ ...sample, module: SomeModule });
};

describe('service startup', () => {
  it('fails with a route without an access rule', async () => {
    await expect(startWith(OpenController)).rejects.toThrow(
      'Route GET /api/things/b (OpenController.b) does not say who may call it: ' +
        'give it @Public(), @SignedIn() or @AdminOnly().',
    );
  });

  it('does not start with a route without an effect class', async () => {
    await expect(startWith(NoEffectController)).rejects.toThrow(
      'Route GET /api/things (NoEffectController.list) has no effect class: ' +
        'give it @Route() with an effect of proto/http/effects.ts.',
    );
  });

  it('fails with an internal route that the gateway would route, or the reverse', async () => {
    await expect(startWith(MisplacedController)).rejects.toThrow('move it under /internal');
    await expect(startWith(ExposedController)).rejects.toThrow('must be @Internal()');
  });

  it('publishes no route list in production', async () => {
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
  it('applies each migration once when replicas start concurrently', async () => {
    const database = await testDatabase([]);
    const runs = await Promise.all(
      [1, 2, 3].map(() => runMigrations(database.url, sample.database.migrations)),
    );
    const names = sample.database.migrations.map((migration) => migration.name);
    expect(runs.flat().sort()).toEqual(names.sort());
    await database.close();
  });

  it('restarts a migration after a deadlock', async () => {
    const database = await testDatabase([]);
    await database.query('CREATE TABLE first (id integer)');
    await database.query('CREATE TABLE second (id integer)');
    // Longer than the migration's, so that PostgreSQL ends the migration.
    await database.query(`SET deadlock_timeout = '1min'`);
    await database.query('BEGIN');
    await database.query('LOCK TABLE second');
    let starts = 0;
    class LockBoth1700000000004 implements MigrationInterface {
      async up(runner: QueryRunner) {
        starts += 1;
        await runner.query('LOCK TABLE first');
        if (starts === 1) {
          void database.query('LOCK TABLE first').then(() => database.query('COMMIT'));
          await waitFor(async () => {
            const waiting: unknown = await runner.query(
              `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'first'::regclass`,
            );
            return (waiting as unknown[]).length > 0;
          });
        }
        await runner.query('LOCK TABLE second');
      }
      async down() {}
    }
    const names = await runMigrations(database.url, [LockBoth1700000000004]);
    expect({ names, starts }).toEqual({ names: ['LockBoth1700000000004'], starts: 2 });
    await database.close();
  });

  it('holds its lock in a transaction, so that no session keeps it', async () => {
    const database = await testDatabase([]);
    const held: unknown[] = [];
    class LookAtLocks1700000000002 implements MigrationInterface {
      async up() {
        held.push(
          ...(await database.query(
            `SELECT a.state FROM pg_locks l JOIN pg_stat_activity a USING (pid)
              WHERE l.locktype = 'advisory' AND a.datname = current_database()`,
          )),
        );
      }
      async down() {}
    }
    await runMigrations(database.url, [LookAtLocks1700000000002]);
    expect(held).toEqual([{ state: 'idle in transaction' }]);
    await database.close();
  });

  it("sets the role's timeouts, which do not apply to migrations", async () => {
    const database = await testDatabase([]);
    const seen: unknown[] = [];
    class LookAtTimeouts1700000000003 implements MigrationInterface {
      async up(runner: QueryRunner) {
        seen.push(...(await runner.query(`SHOW statement_timeout`)));
      }
      async down() {}
    }
    // Bypasses a pooler, whose open connections would keep the old settings.
    await runMigrations(database.directUrl, commonMigrations, database.url);
    const connection = await createDataSource({
      url: database.url,
      applicationName: 'test',
    }).initialize();
    expect(await connection.query('SHOW statement_timeout')).toEqual([
      { statement_timeout: '15s' },
    ]);
    expect(await connection.query('SHOW TimeZone')).toEqual([{ TimeZone: 'UTC' }]);
    await connection.destroy();
    await runMigrations(database.url, [...commonMigrations, LookAtTimeouts1700000000003]);
    expect(seen).toEqual([{ statement_timeout: '0' }]);
    await database.close();
  });

  it('rejects a database from before the first release', async () => {
    const database = await testDatabase([]);
    await database.query(
      `INSERT INTO migration (timestamp, name) VALUES (1700000000000, 'CommonTables1700000000000')`,
    );
    await expect(runMigrations(database.url, commonMigrations)).rejects.toThrow('upgrading.md');
    await database.close();
  });
});
