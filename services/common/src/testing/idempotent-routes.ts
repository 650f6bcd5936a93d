import { IDEMPOTENCY_KEY, type Route, type Routes } from '@casement/proto/http/route.js';
import type { Test } from 'supertest';
import { newId } from '../data/database/new-id.js';
import { IdempotencyKeys } from '../data/idempotency/idempotency-keys.js';
import { REPLAYED_HEADER } from '../platform/http/idempotency.interceptor.js';
import { routeOfHandler } from '../platform/http/route.decorator.js';
import { RouteList } from '../platform/routes/route-list.js';
import { RequestCrashes } from './request-crashes.js';
import type { TestApp } from './test-app.js';

interface IdempotentRequest {
  /** Builds the request; the tests add the Idempotency-Key. */
  send(): Test;
  effects(): Promise<number>;
  /** Runs the background job that makes a repeat acceptable after a crash. */
  settle?: () => Promise<unknown>;
  /**
   * The effect commits before the response and contains the key itself. A crash can leave the effect without a stored
   * response; a repeat then returns the existing effect instead of creating a second one.
   */
  holdsKeyItself?: boolean;
}

type PrepareRequest = () => IdempotentRequest | Promise<IdempotentRequest>;

/** Crash points before and after the response is stored, and after the commit. */
const CRASHES = ['finishing', 'finished', 'committing'] as const;

/**
 * Defines tests for every `once` route in a service's tables: a repeat gets the first response and has no second
 * effect, and a crash leaves both the effect and the stored response, or neither (ADR 31).
 *
 * @param prepare functions by route name; each test calls one to get a new request
 */
export function describeIdempotentRoutes(
  app: () => Pick<TestApp, 'get' | 'database'>,
  tables: readonly Routes[],
  prepare: Record<string, PrepareRequest>,
): void {
  const routes = tables.flatMap((table) =>
    Object.entries(table).filter(([, { idempotency }]) => idempotency),
  );

  it('covers every route that accepts an Idempotency-Key', () => {
    const served = app()
      .get(RouteList)
      .all()
      .flatMap(({ handler }) => routeOfHandler(handler) ?? [])
      .filter(({ idempotency }) => idempotency);
    const paths = (of: readonly Route[]) =>
      of.map(({ method, path }) => `${method} ${path}`).sort();
    expect(paths(routes.map(([, route]) => route))).toEqual(paths(served));
    expect(Object.keys(prepare).sort()).toEqual(routes.map(([name]) => name).sort());
  });

  const crashes = new RequestCrashes();
  beforeAll(() => crashes.inject(app().get(IdempotencyKeys)));
  afterEach(() => Object.assign(crashes, { crashAt: null, crashed: false }));

  /** Simulates the expiry of all claims, which takes 30 seconds. */
  const lapse = () =>
    app().database.query(
      `UPDATE idempotency_key SET claimed_until = now() - interval '1 second' WHERE done_at IS NULL`,
    );
  const storedResponses = async () =>
    (await app().database.query('SELECT 1 FROM idempotency_key WHERE done_at IS NOT NULL')).length;

  describe.each(routes)('%s', (name, { idempotency, status = 200 }) => {
    const arrange = async () => {
      const request = await prepare[name]!();
      const key = newId();
      const before = await request.effects();
      return {
        ...request,
        send: () => request.send().set(IDEMPOTENCY_KEY, key),
        effects: async () => (await request.effects()) - before,
      };
    };
    const expectReplay = async (send: () => Test) => {
      const answer = await send();
      if (idempotency === 'id') {
        expect(answer.body).toMatchObject({ code: 'IDEMPOTENCY_ANSWER_NOT_KEPT' });
        expect(answer.status).toBe(409);
      } else {
        expect(answer.headers).toHaveProperty(REPLAYED_HEADER.toLowerCase(), 'true');
        expect(answer.status).toBe(status);
      }
      return answer.body as { details?: object[] };
    };

    it('returns the first response to a repeat and has one effect', async () => {
      const { send, effects } = await arrange();
      const first = await send().expect(status);
      expect(await effects()).toBe(1);
      const again = await expectReplay(send);
      const { id } = (first.body as { data: { id: string } }).data;
      if (idempotency === 'id') expect(again.details).toEqual([{ path: 'id', message: id }]);
      else expect(again).toEqual(first.body);
      expect(await effects()).toBe(1);
    });

    it.each(CRASHES)(
      'keeps both effect and response, or neither, after a crash (%s)',
      async (point) => {
        const { send, effects, settle, holdsKeyItself = false } = await arrange();
        const responsesBefore = await storedResponses();
        crashes.crashAt = point;
        await send().expect(500);
        crashes.crashed = false;
        const isCommitted = point === 'committing';
        expect((await storedResponses()) - responsesBefore).toBe(isCommitted ? 1 : 0);
        expect(await effects()).toBe(isCommitted || holdsKeyItself ? 1 : 0);

        await lapse();
        await settle?.();
        if (isCommitted) await expectReplay(send);
        else await send().expect(status);
        expect(await effects()).toBe(1);
        await expectReplay(send);
      },
    );
  });
}
