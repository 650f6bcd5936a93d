import { makeActor } from '@casement/common/testing/make-actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import {
  runInContext,
  type RequestContext,
} from '@casement/common/core/context/request-context.js';
import { Audit, auditActor, SYSTEM, type AuditActor } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { sample } from './sample/sample.service.js';

describe('signals and audit', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(sample);
  });
  afterAll(() => app.close());

  it('contain kind, place and client address', async () => {
    const id = newId();
    await app.http.post(`/api/sample/topups/${id}`).expect(200);
    const [event] = await waitFor(async () => {
      const events = await app.nats.events('security.signal.raised.v1');
      return events.length > 0 && events;
    });
    expect(event.payload).toEqual({
      kind: 'login_failed',
      ip: '127.0.0.1',
      userId: '',
      service: 'sample',
      detail: id,
      count: 1,
    });
  });

  it('become one event with a count if repeated by one source', async () => {
    const signals = app.get(Signals);
    const raise = (ip: string, times: number) => {
      for (let n = 0; n < times; n += 1) signals.raise({ kind: 'token_refused', ip, detail: 'x' });
    };
    raise('192.0.2.31', 700);
    raise('192.0.2.32', 2);
    await signals.flush();
    const rows = await app.database.query<{ payload: string }>(
      `SELECT payload FROM outbox WHERE payload LIKE '%192.0.2.3_"%' ORDER BY payload`,
    );
    expect(rows.map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([
      { ip: '192.0.2.31', count: 700 },
      { ip: '192.0.2.32', count: 2 },
    ]);
  });

  it('are dropped above a limit in a flood instead of delaying callers', async () => {
    const signals = app.get(Signals);
    const events = () =>
      app.database.query(`SELECT 1 FROM outbox WHERE subject = 'security.signal.raised.v1'`);
    await signals.flush();
    const before = await events();
    for (let n = 0; n < 1_500; n += 1) {
      signals.raise({ kind: 'rate_limited', ip: `198.51.${n >> 8}.${n & 255}` });
    }
    await signals.flush();
    expect((await events()).length - before.length).toBe(1_000);
  });

  it('survive the rollback of their request and use a separate transaction', async () => {
    const signals = app.get(Signals);
    const db = app.get(Database);
    await signals.flush();
    const transaction = db.beginRequest();
    await runInContext({ correlationId: 'rolled-back', transaction }, async () => {
      const refused = transaction.transaction(async () => {
        signals.raise({ kind: 'address_refused', ip: '192.0.2.41' });
        // Simulates the flush timer while the request waits for a lock.
        await signals.flush();
        throw new Error('refused');
      });
      await expect(refused).rejects.toThrow('refused');
    });
    await transaction.rollback();
    const rows = await app.database.query(
      `SELECT 1 FROM outbox WHERE payload LIKE '%192.0.2.41"%'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('never throw, even without a database', async () => {
    const broken = {
      runInNewTransaction: () => Promise.reject(new Error('gone')),
    } as unknown as Database;
    const signals = new Signals(broken, undefined as never, 'sample');
    expect(() => signals.raise({ kind: 'login_failed' })).not.toThrow();
    await expect(signals.flush()).resolves.toBeUndefined();
  });

  it('roll back an audit entry with its change', async () => {
    const actor = makeActor({ admin: true });
    const audit = app.get(Audit);
    const context = { correlationId: 'audit-test', clientAddress: '192.0.2.8', actor };
    await runInContext(context, async () => {
      const failing = app.get(Database).transaction(async (tx) => {
        await audit.record(tx, { action: 'quota.adjusted', target: 'user:1' });
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await audit.record(null, { action: 'quota.adjusted', target: 'user:2', after: { quota: 3 } });
    });
    const events = await waitFor(async () => {
      const found = await app.nats.events('security.audit.recorded.v1');
      return found.length > 0 && found;
    });
    expect(events.map((event) => event.payload)).toEqual([
      {
        actorId: actor.userId,
        action: 'quota.adjusted',
        target: 'user:2',
        before: '',
        after: '{"quota":3}',
        ip: '192.0.2.8',
        service: 'sample',
        actorRole: 'administrator',
      },
    ]);
  });

  it("record the actor's role: administrator, visitor, system, or as given", async () => {
    const audit = app.get(Audit);
    const clientAddress = '192.0.2.9';
    const admin = makeActor({ admin: true });
    const someone = newId();
    const record = (target: string, context: Partial<RequestContext>, actor?: AuditActor) =>
      runInContext({ correlationId: 'audit-roles', ...context }, () =>
        audit.record(null, { action: 'role.tested', target, ...(actor && { actor }) }),
      );
    await record('1', { clientAddress, actor: admin });
    await record('2', { clientAddress });
    await record('3', {});
    await record('4', { clientAddress }, auditActor(someone, false));
    await record('5', { clientAddress, actor: admin }, SYSTEM);
    const events = await waitFor(async () => {
      const found = await app.nats.events('security.audit.recorded.v1');
      const matching = found.filter(({ payload }) => payload.action === 'role.tested');
      return matching.length === 5 && matching;
    });
    expect(
      events
        .map(({ payload }) => [payload.target, payload.actorRole, payload.actorId])
        .sort(([a = ''], [b = '']) => a.localeCompare(b)),
    ).toEqual([
      ['1', 'administrator', admin.userId],
      ['2', 'visitor', ''],
      ['3', 'system', ''],
      ['4', 'customer', someone],
      ['5', 'system', ''],
    ]);
  });
});
