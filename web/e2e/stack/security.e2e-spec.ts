import { expect, test } from '../support/console-errors.js';
import { administrator } from './accounts.js';
import {
  address,
  waitUntilBlocked,
  call,
  captchaOf,
  securityApi,
  ENFORCEMENT_POINTS,
  isBlocked,
  expectNotBlocked,
  isRejectedAsBlocked,
  register,
  tryPassword,
} from './attackers.js';

/**
 * Above the threshold of 30 for a wave. services/security runs the same drill with 200 addresses and without
 * browsers.
 */
const STUFFERS = 40;
const WORKERS = 50;

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

const scan = async (from: string, headers: Record<string, string> = {}) => {
  for (const n of times(16, (n) => n)) {
    await call(from, `/api/${n}-wp-login.php`, { headers });
  }
};

test.describe('attack drills against the running product', () => {
  let admin: ReturnType<typeof securityApi>;
  let bystander: { token: string };
  test.beforeAll(async () => {
    admin = securityApi((await administrator()).token);
    bystander = await register(address(900));
  });

  test('password spraying is detected and blocked; a recovery lifts the block', async () => {
    const attacker = address(1);
    for (const n of times(8, (n) => n)) await tryPassword(attacker, `nobody-${n}`, 'Spring-2026!');
    expect(await admin.alertOf('password-spraying', attacker)).toMatchObject({
      type: 'brute_force',
      severity: 'high',
      outcome: 'blocked',
    });
    await waitUntilBlocked(attacker);
    const { body } = await call(attacker, '/api/auth/captcha');
    expect(body.message).toMatch(/^Your IP address is blocked until \d{4}-.* UTC\./);
    await expectNotBlocked(address(2));

    const recovery = { ip: attacker, recoveryType: 'full-recovery', reason: 'drill' };
    expect((await admin.post('recovery/trigger', recovery)).status).toBe(200);
    await expect.poll(() => isBlocked(attacker)).toBe(false);
    await expectNotBlocked(attacker);
  });

  test('credential stuffing from many addresses is blocked; a single mistyped password is not', async () => {
    const stuffers = times(STUFFERS, (n) => address(100 + n));
    const innocent = address(99);
    for (const round of times(3, (n) => n)) {
      for (let n = 0; n < STUFFERS; n += 8) {
        const some = stuffers.slice(n, n + 8);
        await Promise.all(
          some.map((from, m) => tryPassword(from, `leaked-${n + m}-${round}`, 'From-A-List-1!')),
        );
      }
      if (round === 0) await admin.alertOf('credential-stuffing-wave', '');
    }
    await tryPassword(innocent, 'my-own-name', 'Mistyped-1!');
    for (const from of stuffers) await waitUntilBlocked(from);
    expect(await admin.alertOf('credential-stuffing', stuffers[0]!)).toMatchObject({
      type: 'brute_force',
      severity: 'high',
    });
    await expectNotBlocked(innocent);
  });

  test('CAPTCHA guessing is detected and blocked', async () => {
    const attacker = address(10);
    for (const n of times(15, (n) => n)) {
      const body = {
        username: 'a-user',
        password: 'Guess-1!',
        ...(await captchaOf(attacker, `9${n}99`)),
      };
      await call(attacker, '/api/auth/login', { body });
    }
    expect(await admin.alertOf('captcha-guessing', attacker)).toMatchObject({
      type: 'brute_force',
      severity: 'medium',
    });
    await waitUntilBlocked(attacker);
  });

  test('path scanning is detected from the gateway log and blocked', async () => {
    const attacker = address(20);
    await scan(attacker);
    expect(await admin.alertOf('path-scanning', attacker)).toMatchObject({ type: 'suspicious' });
    await waitUntilBlocked(attacker);
  });

  test('forged callbacks are detected and blocked', async () => {
    const attacker = address(30);
    const forge = () =>
      call(attacker, '/api/payments/tripay/callback', {
        body: { reference: 'T1', status: 'PAID' },
        headers: { 'x-callback-signature': 'f'.repeat(64), 'x-callback-event': 'payment_status' },
      });
    for (const answer of [await forge(), await forge(), await forge()]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'CALLBACK_SIGNATURE_INVALID' } });
    }
    expect(await admin.alertOf('forged-callbacks', attacker)).toMatchObject({
      type: 'suspicious',
      severity: 'high',
    });
    await waitUntilBlocked(attacker);
    expect((await forge()).body.code).toBe('IP_BLOCKED');
  });

  test('a stolen refresh token ends its session; a repeated thief is blocked, the victims are not', async () => {
    const thief = address(40);
    const refresh = (from: string, cookie: string) =>
      call(from, '/api/auth/refresh', { method: 'POST', headers: { cookie } });
    for (const n of times(3, (n) => n)) {
      const victim = address(41 + n);
      const { cookie: stolen } = await register(victim);
      const { cookie: second } = await refresh(victim, stolen);
      const { cookie: newest } = await refresh(victim, second!);
      expect((await refresh(thief, stolen)).status).toBe(401);
      expect((await refresh(victim, newest!)).status).toBe(401);
      await expectNotBlocked(victim);
    }
    expect(await admin.alertOf('refresh-token-theft', thief)).toMatchObject({
      type: 'suspicious',
      severity: 'high',
      outcome: 'none',
    });
    expect(await admin.alertOf('refresh-token-thief', thief)).toMatchObject({ outcome: 'blocked' });
    await waitUntilBlocked(thief);
  });

  test('a flood from one address is throttled while 50 others work without errors', async () => {
    const attacker = address(50);
    const headers = { authorization: `Bearer ${bystander.token}` };
    const work = (n: number) => call(address(200 + n), '/api/user/profile', { headers });
    const statuses: number[] = [];
    let round = 0;
    // Tests a service that the flood does not call: for the flooded one, the gateway's own limit per minute would
    // reject first.
    const isThrottled = async () => {
      const flood = times(30, () => call(attacker, '/api/auth/captcha'));
      const some = (round++ % 10) * (WORKERS / 10);
      const others = await Promise.all(times(WORKERS / 10, (n) => work(some + n)));
      statuses.push(...others.map(({ status }) => status));
      await Promise.all(flood);
      return (await call(attacker, '/api/user/install-history')).body.code === 'IP_BLOCKED';
    };
    await expect.poll(isThrottled, { timeout: 60_000 }).toBe(true);
    expect(await admin.alertOf('flood', attacker)).toMatchObject({
      type: 'rate_limit',
      severity: 'medium',
    });
    const after = await Promise.all(times(WORKERS, work));
    statuses.push(...after.map(({ status }) => status));
    expect([...new Set(statuses)]).toEqual([200]);
    const { body } = await admin.get(`blocked-ips?ip=${attacker}`);
    const types = (body.data as { block_type: string }[]).map((block) => block.block_type);
    expect([...new Set(types)]).toEqual(['temporary']);
  });

  test('forged X-Real-IP and X-Forwarded-For neither block nor unblock an address', async () => {
    const [attacker, victim] = [address(60), address(61)];
    const spoofed = {
      'x-real-ip': victim,
      'x-forwarded-for': `${victim}, 127.0.0.1`,
      forwarded: `for=${victim}`,
    };
    await scan(attacker, spoofed);
    await waitUntilBlocked(attacker);
    await expectNotBlocked(victim);
    for (const free of [victim, '127.0.0.1', '::1']) {
      const headers = { 'x-real-ip': free, 'x-forwarded-for': free };
      const { status, body } = await call(attacker, '/api/auth/captcha', { headers });
      expect([status, body.code]).toEqual([403, 'IP_BLOCKED']);
    }
    expect((await admin.get(`alerts?ip=${victim}`)).body.data).toEqual([]);
  });

  test('a decision and its reversal take effect at every enforcement point (delays printed)', async () => {
    const delays: Record<string, { blocked: number[]; free: number[] }> = {};
    /** Polls all enforcement points concurrently. */
    const eachEnforcementPoint = (from: string, what: 'blocked' | 'free', since: number) =>
      Promise.all(
        Object.entries(ENFORCEMENT_POINTS).map(async ([point, path]) => {
          const hasReached = async () =>
            (await isRejectedAsBlocked(from, path)) === (what === 'blocked');
          await expect.poll(hasReached, { timeout: 30_000, intervals: [5] }).toBe(true);
          const all = (delays[point] ??= { blocked: [], free: [] });
          all[what].push(performance.now() - since);
        }),
      );
    for (const n of times(5, (n) => n)) {
      const ip = address(70 + n);
      const decided = performance.now();
      expect((await admin.post('block-ip', { ip, reason: 'drill' })).status).toBe(200);
      await eachEnforcementPoint(ip, 'blocked', decided);
      const lifted = performance.now();
      expect((await admin.post('unblock-ip', { ip, reason: 'drill' })).status).toBe(200);
      await eachEnforcementPoint(ip, 'free', lifted);
    }
    const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]!;
    console.log('ms from the call until it is in effect: service, blocked, free');
    for (const [point, { blocked, free }] of Object.entries(delays)) {
      console.log(`${point}: ${median(blocked).toFixed(0)}, ${median(free).toFixed(0)}`);
    }
  });

  test('the machine’s own 127.0.0.1 is never blocked automatically', async () => {
    await scan('127.0.0.1');
    expect(await admin.alertOf('path-scanning', '127.0.0.1')).toMatchObject({ outcome: 'none' });
    await expectNotBlocked('127.0.0.1');
  });
});
