import { Throttle } from '@casement/common/data/throttle/throttle.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { AuthConfig } from '../../src/config.js';
import { ThrottleService } from '../../src/throttle/throttle.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';

const limit = { name: 'test', burst: 5, everySeconds: 600 };

describe(ThrottleService.name, () => {
  let app: AuthApp;
  let sut: ThrottleService;
  beforeAll(async () => {
    app = await authApp();
    sut = app.get(ThrottleService);
  });
  afterAll(() => app.close());

  const letTimePass = (seconds: number) =>
    app.database.query(`UPDATE throttle SET used_until = used_until - make_interval(secs => $1)`, [
      seconds,
    ]);
  const free = async (who: string) => (await sut.tryTake(limit, who)) === undefined;

  it('allows exactly the burst of concurrent attempts', async () => {
    const tries = await Promise.all(
      Array.from({ length: 1_000 }, () => sut.tryTake(limit, 'parallel')),
    );
    expect(tries.filter((wait) => wait === undefined)).toHaveLength(limit.burst);
  });

  it('allows one more attempt per interval and returns the wait', async () => {
    for (let i = 0; i < limit.burst; i++) expect(await free('steady')).toBe(true);
    const wait = await sut.tryTake(limit, 'steady');
    expect(wait).toBeGreaterThan(540);
    expect(wait).toBeLessThanOrEqual(600);

    await letTimePass(600);
    expect(await free('steady')).toBe(true);
    expect(await free('steady')).toBe(false);
  });

  it('counts each key separately', async () => {
    for (let i = 0; i <= limit.burst; i++) await sut.tryTake(limit, 'one');
    expect(await free('one')).toBe(false);
    expect(await free('other')).toBe(true);
    expect(await sut.tryTake({ ...limit, name: 'another' }, 'one')).toBeUndefined();
  });

  it('refunds and resets attempts', async () => {
    for (let i = 0; i < limit.burst; i++) await sut.tryTake(limit, 'back');
    await sut.refund(limit, 'back');
    expect(await free('back')).toBe(true);
    expect(await free('back')).toBe(false);
    await sut.clear(limit, 'back');
    expect(await free('back')).toBe(true);
  });

  it('multiplies the allowance by THROTTLE_FACTOR', async () => {
    const config = Object.assign(Object.create(app.get(AuthConfig)) as AuthConfig, {
      THROTTLE_FACTOR: 3,
    });
    const relaxed = new ThrottleService(app.get(Throttle), config, app.get(Signals));
    const tries = await Promise.all(
      Array.from({ length: 50 }, () => relaxed.tryTake(limit, 'relaxed')),
    );
    expect(tries.filter((wait) => wait === undefined)).toHaveLength(3 * limit.burst);
    expect(await relaxed.tryTake(limit, 'relaxed')).toBeLessThanOrEqual(limit.everySeconds / 3);
  });

  it('refuses with 429 and Retry-After', async () => {
    for (let i = 0; i < limit.burst; i++) await sut.take(limit, 'thrown');
    const refused = (await sut.take(limit, 'thrown').catch((error: unknown) => error)) as {
      retryAfterSeconds: number;
    };
    expect(refused).toMatchObject({ kind: 'rate_limited', code: 'RATE_LIMITED' });
    expect(refused.retryAfterSeconds).toBeGreaterThan(540);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(600);
  });
});
