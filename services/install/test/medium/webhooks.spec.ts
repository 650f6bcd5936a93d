import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type {
  WebhookDelivery,
  WebhookEvent,
  WebhookWithSecret,
} from '@casement/proto/http/install/webhooks/webhooks.js';
import { newConvertState } from '@casement/install-engine/convert/state.js';
import { NEW_AGENT_STATE } from '@casement/install-engine/agent-api/agent-state.js';
import { InstallTransitions } from '../../src/installs/install-transitions.service.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { AgentInstallsService } from '../../src/installs/agent-installs.service.js';
import { WebhookDeliveriesRepository } from '../../src/webhooks/webhook-deliveries.repository.js';
import { installApp, MANIFEST } from '../factories/install-app.js';
import { NameServer } from '../fakes/name-server.js';
import { answered, verified, WebhookReceiver } from '../fakes/webhook-receiver.js';

const FAR_FUTURE = new Date(Date.now() + 365 * 86_400_000);

describe('webhook deliveries', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let db: Database;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    app = await installApp({
      env: { INSTALL_WORKER: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.10/32' },
    });
    db = app.get(Database);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const ALL: WebhookEvent[] = [
    'install.phase',
    'install.completed',
    'install.failed',
    'topup.paid',
  ];
  let paths = 0;
  const newPath = () => `/hook-${(paths += 1)}`;

  async function aWebhook(url: string, { userId = newId(), events = ALL } = {}) {
    const as = app.as({ userId });
    const call = (method: 'get' | 'post' | 'put' | 'delete', path = '') =>
      app.http[method](`/api/user/webhooks${path}`).set(as);
    const { body } = await call('post').send({ url, events }).expect(201);
    const webhook = body.data as WebhookWithSecret;
    const own = (method: 'get' | 'post' | 'put' | 'delete', path = '') =>
      call(method, `/${webhook.id}${path}`);
    const deliveries = async () =>
      (await own('get', '/deliveries').expect(200)).body.data as WebhookDelivery[];
    const ended = (count = 1) =>
      waitFor(async () => {
        const all = await deliveries();
        return all.length >= count && all.every(({ status }) => status !== 'waiting') && all;
      });
    const tried = (count = 1) =>
      waitFor(async () => {
        const [newest] = await deliveries();
        return newest !== undefined && newest.tries.length >= count && newest;
      });
    const retryNow = () =>
      db.query(`UPDATE webhook_delivery SET next_try_at = now() WHERE endpoint_id = $1`, [
        webhook.id,
      ]);
    return { ...webhook, userId, own, deliveries, ended, tried, retryNow };
  }

  const pay = (userId: string, id = newId()) =>
    app.nats.publish(
      'billing.topup.paid.v1',
      { topupId: newId(), userId, reference: 'T1', quantity: 5, finalAmount: 225_000 },
      { id },
    );

  async function anInstall(userId: string): Promise<InstallEntity> {
    const id = newId();
    await db.manager.insert(InstallEntity, {
      id,
      userId,
      ip: `203.0.113.${(paths += 1)}`,
      winVer: 'ws2022',
      winName: 'Windows Server 2022',
      manifestSha256: MANIFEST,
      status: 'pending',
      version: 0,
      runAfter: FAR_FUTURE,
      engineState: newConvertState(new Date()),
      agentState: NEW_AGENT_STATE,
    });
    return db.manager.findOneByOrFail(InstallEntity, { id });
  }
  const inTransaction = (work: (transitions: InstallTransitions, tx: never) => Promise<unknown>) =>
    db.transaction((tx) => work(app.get(InstallTransitions), tx as never));

  describe('event', () => {
    it('is sent once with a signature that the Standard Webhooks library verifies', async () => {
      const path = newPath();
      const webhook = await aWebhook(receiver.url(path));
      const id = newId();
      await pay(webhook.userId, id);
      await pay(webhook.userId, id);
      await pay(newId());
      const [delivery] = await webhook.ended();
      const [request] = receiver.at(path);

      expect(verified(request, webhook.secret)).toEqual({
        type: 'topup.paid',
        timestamp: expect.any(String),
        data: { reference: 'T1', quantity: 5, final_amount: 225_000 },
      });
      expect(request.headers).toMatchObject({
        'webhook-id': id,
        'content-type': 'application/json',
      });
      expect(delivery).toMatchObject({
        event_id: id,
        event: 'topup.paid',
        status: 'delivered',
        next_try_at: null,
        payload: request.body,
        tries: [{ status: 204, failure: null }],
      });
      expect(receiver.at(path)).toHaveLength(1);
    });

    it('reaches only the endpoints subscribed to its type', async () => {
      const userId = newId();
      const [chosen, other, stranger] = [newPath(), newPath(), newPath()];
      const webhook = await aWebhook(receiver.url(chosen), { userId });
      await aWebhook(receiver.url(other), { userId, events: ['quota.low'] });
      await aWebhook(receiver.url(stranger));
      await pay(userId);
      await webhook.ended();
      expect(receiver.at(other)).toEqual([]);
      expect(receiver.at(stranger)).toEqual([]);
    });

    it('is sent once for a refunded top-up', async () => {
      const path = newPath();
      const webhook = await aWebhook(receiver.url(path), { events: ['topup.refunded'] });
      const { userId } = webhook;
      await pay(userId);
      const refunded = { topupId: newId(), userId, reference: 'T1', quantity: 2, amount: 90_000 };
      const id = newId();
      await app.nats.publish('billing.topup.refunded.v1', refunded, { id });
      await app.nats.publish('billing.topup.refunded.v1', refunded, { id });
      await webhook.ended();
      expect(receiver.at(path).map(({ event }) => [event.type, event.data])).toEqual([
        ['topup.refunded', { reference: 'T1', quantity: 2, amount: 90_000 }],
      ]);
    });

    it("is sent once for low quota and for an API key's use from a new network", async () => {
      const path = newPath();
      const events: WebhookEvent[] = ['quota.low', 'api_key.new_network'];
      const webhook = await aWebhook(receiver.url(path), { events });
      const { userId } = webhook;
      const change = (quota: number, amount: number) =>
        app.nats.publish('billing.quota.changed.v1', { userId, quota, amount, kind: 'hold' });
      await change(2, -1);
      await change(1, -1);
      await change(0, -1);
      const used = { userId, apiKeyId: newId(), name: 'Panel', address: '203.0.113.9' };
      await app.nats.publish('auth.api-key.used-from-new-network.v1', used);
      await webhook.ended(2);
      expect(receiver.at(path).map(({ event }) => [event.type, event.data])).toEqual(
        expect.arrayContaining([
          ['quota.low', { quota: 1 }],
          [
            'api_key.new_network',
            { api_key_id: used.apiKeyId, name: 'Panel', address: '203.0.113.9' },
          ],
        ]),
      );
      expect(receiver.at(path)).toHaveLength(2);
    });
  });

  describe('install events', () => {
    it('report phases and end in order', async () => {
      const path = newPath();
      const webhook = await aWebhook(receiver.url(path));
      const install = await anInstall(webhook.userId);
      await inTransaction((t, tx) => t.begin(tx, install));
      await app
        .get(AgentInstallsService)
        .changeState(install.id, (state) => ({ ...state, phase: 'writing' }));
      const running = await db.manager.findOneByOrFail(InstallEntity, { id: install.id });
      const failure = {
        code: 'CANCELLED' as const,
        message: 'Cancelled.',
        cure: 'Start again.',
        detail: 'not for the customer',
        at: new Date().toISOString(),
      };
      await inTransaction((t, tx) =>
        t.settle(tx, running, 'failed', { ...running.engineState, failure }),
      );
      await webhook.ended(3);

      const events = receiver.at(path).map(({ event }) => event);
      expect(events.map(({ type, data }) => [type, data['phase']])).toEqual([
        ['install.phase', 'connecting'],
        ['install.phase', 'writing'],
        ['install.failed', 'writing'],
      ]);
      expect(events.at(-1)!.data).toEqual({
        id: install.id,
        ip: install.ip,
        kind: 'windows',
        rdp_port: 22,
        win_ver: 'ws2022',
        status: 'failed',
        phase: 'writing',
        committed: false,
        failure: { code: 'CANCELLED', message: 'Cancelled.', cure: 'Start again.' },
      });
    });

    it('wait until an earlier one was delivered, without delaying another install', async () => {
      const path = newPath();
      const webhook = await aWebhook(receiver.url(path));
      const [held, free] = [await anInstall(webhook.userId), await anInstall(webhook.userId)];
      let isBroken = true;
      receiver.answers.set(path, (response, { event }) =>
        answered(isBroken && event.data['id'] === held.id ? 500 : 200, 'oh no')(response, {
          event,
        } as never),
      );
      const complete = async (install: InstallEntity) => {
        await inTransaction(async (t, tx) => {
          const startedInstall = await t.begin(tx, install);
          await t.settle(tx, startedInstall!, 'completed', startedInstall!.engineState);
        });
      };
      await complete(held);
      await waitFor(async () => (await webhook.deliveries()).at(-1)?.tries.length === 1);
      await complete(free);
      await waitFor(
        async () =>
          (await webhook.deliveries()).filter((d) => d.status === 'delivered').length === 2,
      );
      const ofHeld = () => receiver.at(path).filter(({ event }) => event.data['id'] === held.id);
      // On a slow machine there may be more than one attempt.
      expect(new Set(ofHeld().map(({ event }) => event.type))).toEqual(new Set(['install.phase']));

      isBroken = false;
      await webhook.retryNow();
      await webhook.ended(4);
      const tries = ofHeld();
      expect(tries.pop()!.event.type).toBe('install.completed');
      expect(tries.length).toBeGreaterThanOrEqual(2);
      expect(new Set(tries.map(({ event }) => event.type))).toEqual(new Set(['install.phase']));
      expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      const before = (await webhook.deliveries()).at(-1)!;
      expect(before.tries.map(({ status, failure }) => [status, failure])).toEqual([
        ...tries.slice(1).map(() => [500, 'status']),
        [200, null],
      ]);
    });
  });

  describe('failing endpoint', () => {
    const failureAt = async (url: string) => {
      const webhook = await aWebhook(url);
      await pay(webhook.userId);
      const { tries, next_try_at, answer, status } = await webhook.tried();
      const waitMs = Date.parse(next_try_at!) - Date.parse(tries[0].at);
      return { ...tries[0], answer, delivery: status, waitMs };
    };

    it('gets another attempt after 5 seconds, and its response is stored', async () => {
      const path = newPath();
      receiver.answers.set(path, answered(503, 'maintenance\u0000'));
      const failed = await failureAt(receiver.url(path));
      expect(failed).toMatchObject({
        failure: 'status',
        status: 503,
        answer: 'maintenance',
        delivery: 'waiting',
      });
      expect(failed.waitMs).toBeGreaterThan(4_900);
      expect(failed.waitMs).toBeLessThan(14_900);
    });

    it('is not followed to a redirect target', async () => {
      const [path, target] = [newPath(), newPath()];
      receiver.answers.set(path, answered(307, '', { location: receiver.url(target) }));
      expect(await failureAt(receiver.url(path))).toMatchObject({
        failure: 'redirected',
        status: 307,
      });
      expect(receiver.at(target)).toEqual([]);
    });

    it.each([
      'http://127.0.0.11:8080/',
      'http://[::1]:8080/',
      'http://2130706433:8080/',
      'http://169.254.169.254/',
    ])('gets no connection to %s', async (url) => {
      expect(await failureAt(url)).toMatchObject({ failure: 'no_public_address', status: null });
    });

    it('gets no connection if its name changes to a private address', async () => {
      const asked: Record<string, number> = {};
      const names = (
        await NameServer.start((name) => {
          asked[name] = (asked[name] ?? 0) + 1;
          if (name === 'both.example') return [receiver.host, '10.0.0.1'];
          return asked[name] > 1 ? ['127.0.0.11'] : [receiver.host];
        })
      ).use();
      const inside = await WebhookReceiver.start('127.0.0.11');
      try {
        const path = newPath();
        receiver.answers.set(path, answered(500));
        const webhook = await aWebhook(receiver.url(path, 'rebound.example'));
        await pay(webhook.userId);
        await webhook.tried();
        await webhook.retryNow();
        const { tries } = await webhook.tried(2);
        expect(tries.map(({ failure }) => failure)).toEqual(['status', 'no_public_address']);
        expect(asked['rebound.example']).toBe(2);
        expect(await failureAt(receiver.url(path, 'both.example'))).toMatchObject({
          failure: 'no_public_address',
        });
        expect(receiver.at(path)).toHaveLength(1);
        expect(inside.received).toEqual([]);
      } finally {
        names.close();
        await inside.close();
      }
    });

    it('has an endless response truncated, and the status counts', async () => {
      const path = newPath();
      let isGone = false;
      receiver.answers.set(path, (response) => {
        response.on('close', () => (isGone = true)).writeHead(200);
        const pour = () => {
          while (!isGone && response.write('x'.repeat(10_000)));
          if (!isGone) response.once('drain', pour);
        };
        pour();
      });
      const webhook = await aWebhook(receiver.url(path));
      await pay(webhook.userId);
      const [delivery] = await webhook.ended();
      expect(delivery).toMatchObject({ status: 'delivered', answer: 'x'.repeat(2_000) });
      await waitFor(() => isGone);
    });

    it('is given up after 24 hours, and the deliveries behind it are sent', async () => {
      const path = newPath();
      const webhook = await aWebhook(receiver.url(path));
      const install = await anInstall(webhook.userId);
      receiver.answers.set(path, (response, { event }) =>
        response.writeHead(event.type === 'install.phase' ? 500 : 200).end(),
      );
      await inTransaction(async (t, tx) => {
        const startedInstall = await t.begin(tx, install);
        await t.settle(tx, startedInstall!, 'completed', startedInstall!.engineState);
      });
      await waitFor(async () => (await webhook.deliveries()).at(-1)!.tries.length === 1);
      await db.query(
        `UPDATE webhook_delivery SET give_up_at = now() WHERE endpoint_id = $1 AND event = 'install.phase'`,
        [webhook.id],
      );
      await webhook.retryNow();
      const [end, phase] = await webhook.ended(2);
      expect([phase.status, end.status]).toEqual(['failed', 'delivered']);
    });
  });

  describe('pause', () => {
    const sweep = async () => {
      await app.get(Jobs).runNow('webhooks.pause');
      await app.get(Jobs).runNow('webhooks.give-up');
    };
    const pausedEvents = async (webhookId: string) =>
      (await app.nats.events('install.webhook.paused.v1'))
        .map(({ payload }) => payload)
        .filter((paused) => paused.webhookId === webhookId);

    it('starts after a day of failures with a notice, and pending events follow after resuming', async () => {
      const path = newPath();
      receiver.answers.set(path, answered(500));
      const webhook = await aWebhook(receiver.url(path));
      await pay(webhook.userId);
      await webhook.tried();
      await sweep();
      expect((await webhook.own('get').expect(200)).body.data.paused).toBeNull();
      await db.query(
        `UPDATE webhook_endpoint SET failing_since = now() - interval '25 hours' WHERE id = $1`,
        [webhook.id],
      );
      await sweep();
      await sweep();
      expect((await webhook.own('get')).body.data.paused.reason).toBe('failing');
      expect(await waitFor(async () => (await pausedEvents(webhook.id))[0])).toEqual({
        webhookId: webhook.id,
        userId: webhook.userId,
        host: `127.0.0.10:${receiver.port}`,
        reason: 'failing',
      });
      expect(await pausedEvents(webhook.id)).toHaveLength(1);

      receiver.answers.delete(path);
      await pay(webhook.userId);
      await waitFor(async () => (await webhook.deliveries()).length === 2);
      await webhook.retryNow();
      await webhook.own('post', '/test').expect(409);
      expect(receiver.at(path)).toHaveLength(1);
      const resumed = await webhook.own('post', '/resume').expect(200);
      expect(resumed.body.data).toMatchObject({ paused: null, failing_since: null });
      const ended = await webhook.ended(2);
      expect(ended.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    });

    it('starts immediately if the endpoint answers 410', async () => {
      const path = newPath();
      receiver.answers.set(path, answered(410));
      const webhook = await aWebhook(receiver.url(path));
      await pay(webhook.userId);
      await waitFor(async () => (await pausedEvents(webhook.id)).length === 1);
      expect((await webhook.own('get')).body.data.paused.reason).toBe('gone');
    });

    it('set by the user keeps events for 24 hours', async () => {
      const path = newPath();
      const webhook = await aWebhook(receiver.url(path));
      await webhook.own('post', '/pause').expect(200);
      for (let i = 0; i < 3; i++) await pay(webhook.userId);
      await waitFor(async () => (await webhook.deliveries()).length === 3);
      await db.query(
        `UPDATE webhook_delivery SET give_up_at = now() - interval '1 hour' WHERE endpoint_id = $1`,
        [webhook.id],
      );
      // The periodic job may run in between.
      expect(await app.get(WebhookDeliveriesRepository).giveUpOverdue(1)).toBeLessThanOrEqual(1);
      await sweep();
      const givenUp = { status: 'failed', tries: [] };
      expect(await webhook.deliveries()).toMatchObject([givenUp, givenUp, givenUp]);
      expect(receiver.at(path)).toEqual([]);
      expect(await pausedEvents(webhook.id)).toEqual([]);
    });
  });

  it('replays a delivery under the same event id, and sends test events', async () => {
    const path = newPath();
    const webhook = await aWebhook(receiver.url(path));
    await pay(webhook.userId);
    const [{ id, event_id: eventId }] = await webhook.ended();
    await webhook.own('post', `/deliveries/${id}/replay`).expect(202);
    await webhook.own('post', '/test').expect(202);
    await receiver.wait(path, 3);
    await webhook.ended(2);
    const all = receiver.at(path);
    expect(all.filter(({ headers }) => headers['webhook-id'] === eventId)).toHaveLength(2);
    expect(all.map(({ event }) => event.type)).toContain('webhook.test');
    for (const one of all) expect(() => verified(one, webhook.secret)).not.toThrow();
  });

  it('refuses to replay a pending delivery', async () => {
    const path = newPath();
    receiver.answers.set(path, answered(500));
    const webhook = await aWebhook(receiver.url(path));
    await pay(webhook.userId);
    const { id } = await webhook.tried();
    const refused = await webhook.own('post', `/deliveries/${id}/replay`).expect(409);
    expect(refused.body.code).toBe('DELIVERY_WAITING');
  });

  it('signs with two secrets for a day after a rotation', async () => {
    const path = newPath();
    const webhook = await aWebhook(receiver.url(path));
    const rotated = (await webhook.own('post', '/secret').expect(200)).body
      .data as WebhookWithSecret;
    expect(rotated.secret).not.toBe(webhook.secret);
    await pay(webhook.userId);
    const [both] = await receiver.wait(path);
    for (const secret of [webhook.secret, rotated.secret]) {
      expect(() => verified(both, secret)).not.toThrow();
    }
    await db.query(
      `UPDATE webhook_endpoint SET previous_secret_until = now() - interval '1 second' WHERE id = $1`,
      [webhook.id],
    );
    await pay(webhook.userId);
    const [, one] = await receiver.wait(path, 2);
    expect(() => verified(one, rotated.secret)).not.toThrow();
    expect(() => verified(one, webhook.secret)).toThrow();
    await app.get(Jobs).runNow('webhooks.erase-secrets');
    const [{ previous_secret: erased }] = await db.query(
      'SELECT previous_secret FROM webhook_endpoint WHERE id = $1',
      [webhook.id],
    );
    expect(erased).toBeNull();
  });
});
