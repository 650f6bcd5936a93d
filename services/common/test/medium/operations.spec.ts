import { serviceOperations, type ServiceOperations } from '@casement/proto/http/operations.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Readiness } from '@casement/common/platform/health/readiness.js';
import { DeadLetters } from '@casement/common/messaging/dead-letters/dead-letters.js';
import { EventPublisher } from '@casement/common/messaging/event-publisher.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { operationsErrors } from '@casement/common/platform/operations/operations.errors.js';
import { FailedJobs } from '@casement/common/platform/operations/failed-jobs.js';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { ConsumerProbe, paid, sample } from './sample/sample.service.js';

const PATH = '/api/admin/operations/sample';
// `sample` is not a service of the product.
const answer = serviceOperations.omit({ service: true });

describe('operations', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(sample, { env: { DATABASE_POOL_SIZE: '8' } });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const admin = () => app.as({ admin: true });
  const overview = async () => {
    const { body } = await app.http.get(PATH).set(admin()).expect(200);
    answer.parse(body.data);
    return body.data as ServiceOperations;
  };
  const audits = async (target: string) =>
    (await app.nats.events('security.audit.recorded.v1'))
      .map(({ payload }) => payload)
      .filter((entry) => entry.target === target);
  const credits = async (topupId: string) =>
    (await app.database.query(`SELECT 1 FROM credit WHERE topup_id = $1`, [topupId])).length;
  const add = (topupId: string) =>
    app
      .get(Database)
      .transaction((tx) => app.get(Outbox).add(tx, 'billing.topup.paid.v1', paid(topupId)));
  const deadLetter = async (topupId: string) => {
    app.get(ConsumerProbe).failuresLeft = 3;
    await add(topupId);
    return waitFor(async () => (await overview()).dead_letters?.rows[0]);
  };

  it('require an administrator', async () => {
    const calls = [
      ['get', PATH],
      ['post', `${PATH}/dead-letters/${newId()}/retry`],
      ['delete', `${PATH}/dead-letters/${newId()}`],
      ['post', `${PATH}/failed-jobs/outbox-event/${newId()}/retry`],
      ['post', `${PATH}/tests/payment-gateway`],
    ] as const;
    for (const [method, path] of calls) {
      await app.http[method](path).expect(401);
      await app.http[method](path).set(app.as()).expect(403);
    }
  });

  it('show the version, the replica and the health of every part', async () => {
    const operations = await overview();
    expect(operations).toMatchObject({
      service: 'sample',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      replica: expect.stringContaining(String(process.pid)),
      dead_letters: { total: 0, rows: [] },
      failed_jobs: { total: 0, rows: [] },
      outside: [],
    });
    expect(operations.parts).toEqual(
      ['database', 'migrations', 'nats', 'events', 'edge'].map((name) => ({
        name,
        ok: true,
        problem: null,
      })),
    );
  });

  it('show why a part fails, without secrets', async () => {
    app.get(Readiness).add('image store', () => {
      throw new Error('no answer from https://key:hush@store.test/?token=abc');
    });
    expect((await overview()).parts.at(-1)).toEqual({
      name: 'image store',
      ok: false,
      problem: 'no answer from https://store.test/?[…]',
    });
    app.get(Readiness).add('image store', () => undefined);
  });

  it('respond without the lists while the database does not answer', async () => {
    jest.spyOn(app.get(DeadLetters), 'list').mockRejectedValue(new Error('connection terminated'));
    expect(await overview()).toMatchObject({ dead_letters: null, failed_jobs: { total: 0 } });
  });

  it('retry a dead letter once, however often it is requested', async () => {
    const topupId = newId();
    const added = await deadLetter(topupId);
    expect(added).toMatchObject({
      consumer: 'sample:billing.topup.paid.v1',
      subject: 'billing.topup.paid.v1',
      error: 'Error: bad luck',
      attempts: 3,
      retry_requested: false,
    });
    expect(JSON.stringify(await overview())).not.toContain(topupId);

    const calls = app.get(ConsumerProbe).calls;
    const retry = () => app.http.post(`${PATH}/dead-letters/${added.id}/retry`).set(admin());
    await retry().expect(200);
    // The retries may arrive after the dead letter was removed.
    for (const { status } of await Promise.all([retry(), retry()]))
      expect([200, 404]).toContain(status);
    await waitFor(async () => (await overview()).dead_letters?.total === 0);
    expect(await credits(topupId)).toBe(1);
    expect(app.get(ConsumerProbe).calls).toBe(calls + 1);
    const [entry, ...more] = await waitFor(async () => {
      const found = await audits(`dead-letter:${added.id}`);
      return found.length > 0 && found;
    });
    expect(entry).toMatchObject({ action: 'dead-letter.retried', service: 'sample' });
    expect(more).toEqual([]);

    await retry().expect(404);
  });

  it('keep a dead letter that fails again, with its last error', async () => {
    const added = await deadLetter(newId());
    app.get(ConsumerProbe).failuresLeft = 1;
    await app.http.post(`${PATH}/dead-letters/${added.id}/retry`).set(admin()).expect(200);
    const again = await waitFor(async () => {
      const found = (await overview()).dead_letters?.rows[0];
      return found?.attempts === 4 && found;
    });
    expect(again).toMatchObject({
      id: added.id,
      first_seen: added.first_seen,
      retry_requested: false,
    });
    await app.http.delete(`${PATH}/dead-letters/${added.id}`).set(admin()).expect(200);
  });

  it('discard a dead letter permanently and once', async () => {
    const topupId = newId();
    const added = await deadLetter(topupId);
    const discard = () => app.http.delete(`${PATH}/dead-letters/${added.id}`).set(admin());
    await discard().expect(200);
    await discard().expect(404);
    expect((await overview()).dead_letters).toEqual({ total: 0, rows: [] });
    expect(await credits(topupId)).toBe(0);
    await waitFor(async () =>
      (await audits(`dead-letter:${added.id}`)).some(
        ({ action, before }) =>
          action === 'dead-letter.discarded' && before.includes(added.event_id),
      ),
    );
  });

  it('refuse to discard a dead letter that is being retried', async () => {
    const added = await deadLetter(newId());
    await app.get(Database).transaction(async (tx) => {
      await tx.query(`SELECT 1 FROM dead_letter WHERE id = $1 FOR UPDATE`, [added.id]);
      await app.http.delete(`${PATH}/dead-letters/${added.id}`).set(admin()).expect(409);
      await app.http.post(`${PATH}/dead-letters/${added.id}/retry`).set(admin()).expect(200);
    });
    await app.http.delete(`${PATH}/dead-letters/${added.id}`).set(admin()).expect(200);
  });

  it('answer 404 for a malformed dead letter id', async () => {
    await app.http.post(`${PATH}/dead-letters/x/retry`).set(admin()).expect(404);
    await app.http.delete(`${PATH}/dead-letters/x`).set(admin()).expect(404);
    await app.http.post(`${PATH}/failed-jobs/outbox-event/x/retry`).set(admin()).expect(404);
    await app.http.post(`${PATH}/failed-jobs/unheard-of/x/retry`).set(admin()).expect(404);
  });

  it('show an event that the stream refuses and publish it immediately on demand', async () => {
    const refuse = jest
      .spyOn(app.get(EventPublisher), 'publish')
      .mockRejectedValue(new Error('NATS refused'));
    const topupId = newId();
    await add(topupId);
    await waitFor(() => refuse.mock.calls.length > 0);
    // Simulates an event after many tries, with the next retry far in the future.
    await app.database.query(
      `UPDATE outbox SET attempts = 7, available_at = now() + interval '1 day'
        WHERE published_at IS NULL AND subject = 'billing.topup.paid.v1'`,
    );
    const stuck = async () =>
      (await overview()).failed_jobs?.rows.find(({ title }) => title === 'billing.topup.paid.v1');
    const job = await waitFor(stuck);
    expect(job).toMatchObject({ kind: 'outbox-event', attempts: 7, can_retry: true });
    refuse.mockRestore();
    const path = `${PATH}/failed-jobs/outbox-event/${job.id}/retry`;
    await app.http.post(path).set(admin()).expect(200);
    await waitFor(async () => (await credits(topupId)) === 1);
    expect(await stuck()).toBeUndefined();
    await app.http.post(path).set(admin()).expect(404);
  });

  it("show a feature's failed jobs and forward retries", async () => {
    const retried: string[] = [];
    app.get(FailedJobs).add({
      kind: 'mail',
      list: () =>
        Promise.resolve({
          total: 31,
          rows: [
            {
              id: 'a',
              title: 'welcome',
              error: '550 <budi@example.com> unknown',
              attempts: 2,
              since: new Date(0),
            },
          ],
        }),
      retry: (id) => {
        if (retried.includes(id)) throw operationsErrors.jobNotFound();
        retried.push(id);
        return Promise.resolve();
      },
    });
    expect((await overview()).failed_jobs).toEqual({
      total: 31,
      rows: [
        {
          kind: 'mail',
          id: 'a',
          title: 'welcome',
          error: '550 <[address]> unknown',
          attempts: 2,
          since: '1970-01-01T00:00:00.000Z',
          can_retry: true,
        },
      ],
    });
    await app.http.post(`${PATH}/failed-jobs/mail/a/retry`).set(admin()).expect(200);
    expect(retried).toEqual(['a']);
  });

  describe('external dependency test', () => {
    const test = (name: string) => app.http.post(`${PATH}/tests/${name}`).set(admin());
    const addDependency = (name: string, ask: () => Promise<string>, configured = true) =>
      app.get(ExternalDependencies).add({ name, isConfigured: () => configured, ask });
    const shown = async (name: string) =>
      (await overview()).outside?.find((one) => one.name === name);

    it('sends a request when an administrator starts it and stores the result', async () => {
      addDependency('bank', () => Promise.resolve('200, 12 methods'));
      expect(await shown('bank')).toEqual({ name: 'bank', configured: true, last: null });
      const { body } = await test('bank').expect(200);
      expect(body.data).toMatchObject({ ok: true, answer: '200, 12 methods' });
      expect(await shown('bank')).toEqual({ name: 'bank', configured: true, last: body.data });
      await waitFor(async () =>
        (await audits('external-dependency:sample/bank')).some(
          ({ action, after }) => action === 'external-dependency.tested' && after === '{"ok":true}',
        ),
      );
    });

    it('shows a refusal without its secrets', async () => {
      addDependency('refusing', () =>
        Promise.reject(new Error('401 for https://me:hush@bank.test/?key=abc, ask help@bank.test')),
      );
      const { body } = await test('refusing').expect(200);
      expect(body.data).toMatchObject({
        ok: false,
        answer: '401 for https://bank.test/?[…] ask [address]',
      });
    });

    it('waits only until the deadline', async () => {
      jest.replaceProperty(app.get(ExternalDependencies).limits, 'answerMs', 50);
      addDependency('silent', () => new Promise(() => undefined));
      const { body } = await test('silent').expect(200);
      expect(body.data).toMatchObject({
        ok: false,
        answer: 'No response within 0.05 seconds.',
      });
    });

    it('does not call an unconfigured dependency', async () => {
      const ask = jest.fn(() => Promise.resolve('never'));
      addDependency('absent', ask, false);
      const { body } = await test('absent').expect(200);
      expect(body.data).toMatchObject({
        ok: false,
        answer: expect.stringMatching('Not configured'),
      });
      expect(ask).not.toHaveBeenCalled();
      expect(await shown('absent')).toMatchObject({ configured: false });
    });

    it('calls once, however many administrators test concurrently', async () => {
      const replica = await testApp(sample, {
        database: app.database,
        nats: app.nats,
        tokens: app.tokens,
      });
      const ask = jest.fn(() => Promise.resolve('here'));
      for (const one of [app, replica]) {
        jest.replaceProperty(one.get(ExternalDependencies).limits, 'pauseSeconds', 3_600);
        one.get(ExternalDependencies).add({ name: 'shared', isConfigured: () => true, ask });
      }
      const answers = await Promise.all(
        [app, replica, app, replica].map(({ http }) =>
          http.post(`${PATH}/tests/shared`).set(admin()),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429]);
      expect(ask).toHaveBeenCalledTimes(1);
      await replica.close();
      // Simulates that the pause between two tests has passed.
      await app.database.query(
        `UPDATE dependency_test SET started_at = started_at - interval '1 hour'`,
      );
      await test('shared').expect(200);
      expect(ask).toHaveBeenCalledTimes(2);
    });

    it('responds with 404 for an unknown dependency', async () => {
      await test('unheard-of').expect(404);
    });
  });
});
