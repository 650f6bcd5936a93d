import { ServerResponse, type IncomingMessage } from 'node:http';
import type { ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';
import type { Actor } from '../../core/context/actor.js';
import type { BaseConfig } from '../../core/config/base-config.js';
import { runInContext } from '../../core/context/request-context.js';
import type { EdgeState } from '../../messaging/edge/edge-state.js';
import { DomainError } from '../../core/errors/domain-error.js';
import type { Signals } from '../../messaging/signals.js';
import { TestApiKeys } from '../../testing/test-api-keys.js';
import { newApiKey } from './api-key.js';
import type { ApiKeyDirectory } from './api-key-directory.js';
import { ApiKeyVerifier } from './api-key-verifier.js';

const HOME = '198.51.100.1';

function setup(callsPerMinute = 600) {
  const keys = new TestApiKeys();
  const revoked = new Set<string>();
  const raise = jest.fn<void, [{ kind: string; detail: string }]>();
  const sut = new ApiKeyVerifier(
    keys as unknown as ApiKeyDirectory,
    {
      isRevoked: ({ sessionId, epoch }: Actor) =>
        revoked.has(sessionId) || revoked.has(`epoch ${epoch}`),
    } as unknown as EdgeState,
    { raise } as unknown as Signals,
    { API_KEY_CALLS_PER_MINUTE: callsPerMinute } as BaseConfig,
  );
  const call = async (key: string, { scope = 'installs:read', from = HOME } = {}) => {
    const response = new ServerResponse({} as IncomingMessage);
    const verify = () => sut.verify(key, scope as ApiKeyScope, response);
    const result = await runInContext({ correlationId: 'c', clientAddress: from }, () =>
      verify().catch((error: unknown) => error as DomainError),
    );
    const code = result instanceof DomainError ? result.code : 'OK';
    return { code, result, headers: response.getHeaders() };
  };
  return { keys, revoked, raise, call };
}

describe(ApiKeyVerifier.name, () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-25T00:00:10Z') }));
  afterEach(() => jest.useRealTimers());

  it("returns the key's owner, never as an administrator or with a confirmation", async () => {
    const { keys, call } = setup();
    const { key, id, userId } = keys.add(['installs:read'], { epoch: 3 });
    expect((await call(key)).result).toEqual({
      userId,
      sessionId: id,
      apiKeyId: id,
      admin: false,
      needsTwoFactor: false,
      confirmedAt: 0,
      epoch: 3,
    });
  });

  it("returns an administrator only for an administrator's scope", async () => {
    const { keys, call } = setup();
    const { key, id } = keys.add(['installs:read', 'admin:read']);
    const admins = await call(key, { scope: 'admin:read' });
    expect(admins.result).toMatchObject({ sessionId: id, admin: true, confirmedAt: 0 });
    expect((await call(key)).result).toMatchObject({ sessionId: id, admin: false });
    expect((await call(key, { scope: 'admin:quota' })).code).toBe('API_KEY_NOT_ALLOWED');
  });

  it('queries auth again for an unknown client, at most 20 times a minute', async () => {
    const { keys, call } = setup();
    const { key } = keys.add(['installs:read']);
    for (const from of [HOME, '198.51.100.2', HOME, '198.51.100.2']) await call(key, { from });
    expect(keys.asked).toBe(2);
    for (let n = 3; n < 60; n += 1) await call(key, { from: `198.51.100.${n}` });
    expect(keys.asked).toBe(20);
  });

  it('queries auth once a minute', async () => {
    const { keys, call } = setup();
    const { key } = keys.add(['installs:read']);
    for (let n = 0; n < 50; n += 1) expect((await call(key)).code).toBe('OK');
    expect(keys.asked).toBe(1);
    jest.advanceTimersByTime(60_000);
    expect((await call(key)).code).toBe('OK');
    expect(keys.asked).toBe(2);
  });

  it('rejects a key without the required scope', async () => {
    const { keys, call } = setup();
    const { key } = keys.add(['installs:read', 'quota:read']);
    expect((await call(key, { scope: 'quota:read' })).code).toBe('OK');
    const { code, result } = await call(key, { scope: 'installs:write' });
    expect(code).toBe('API_KEY_NOT_ALLOWED');
    expect((result as DomainError).message).toContain('installs:write');
  });

  it('rejects a revoked key immediately, even if it was just cached', async () => {
    const { keys, revoked, call } = setup();
    const { key, id } = keys.add(['installs:read']);
    expect((await call(key)).code).toBe('OK');
    revoked.add(id);
    // Simulates a key that this replica of auth does not know yet.
    expect((await call(key)).code).toBe('API_KEY_INVALID');
    keys.revoke(key);
    expect((await call(key)).code).toBe('API_KEY_INVALID');
  });

  it("queries auth again after the owner's sessions have ended, which the key survives", async () => {
    const { keys, revoked, call } = setup();
    const owned = keys.add(['installs:read'], { epoch: 1 });
    expect((await call(owned.key)).code).toBe('OK');
    revoked.add('epoch 1');
    expect((await call(owned.key)).code).toBe('API_KEY_INVALID');
    const again = keys.add(['installs:read'], { epoch: 2 });
    expect((await call(again.key)).code).toBe('OK');
  });

  it('rejects an expired key immediately', async () => {
    const { keys, call } = setup();
    const { key } = keys.add(['installs:read'], { expiresAt: '2026-11-25T00:00:30.000Z' });
    expect((await call(key)).code).toBe('OK');
    jest.advanceTimersByTime(19_999);
    expect((await call(key)).code).toBe('OK');
    jest.advanceTimersByTime(1);
    expect((await call(key)).code).toBe('API_KEY_INVALID');
  });

  it('rejects a key from outside its networks without using up its allowance', async () => {
    const { keys, call } = setup(2);
    const { key } = keys.add(['installs:read'], { networks: ['203.0.113.0/24', '2001:db8::/32'] });
    for (let n = 0; n < 5; n += 1) expect((await call(key)).code).toBe('API_KEY_NETWORK');
    expect((await call(key, { from: '203.0.113.9' })).code).toBe('OK');
    expect((await call(key, { from: '2001:db8::1' })).code).toBe('OK');
  });

  it('uses cached answers while auth is away and answers 503 for other keys', async () => {
    const { keys, call } = setup();
    const [known, other] = [keys.add(['installs:read']), keys.add(['installs:read'])];
    expect((await call(known.key)).code).toBe('OK');
    keys.failure = new DomainError('unavailable', 'UNAVAILABLE', 'away');
    expect((await call(known.key)).code).toBe('OK');
    expect((await call(other.key)).code).toBe('UNAVAILABLE');
  });

  it('queries auth for 20 of 10,000 guesses, reports all, and serves other clients', async () => {
    const { keys, raise, call } = setup();
    const { key } = keys.add(['installs:read']);
    expect((await call(key)).code).toBe('OK');
    const codes = new Map<string, number>();
    for (let n = 0; n < 10_000; n += 1) {
      const { code } = await call(newApiKey());
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect([...codes]).toEqual([
      ['API_KEY_INVALID', 20],
      ['RATE_LIMITED', 9_980],
    ]);
    expect(keys.asked).toBe(21);
    const kinds = raise.mock.calls.map(([{ kind }]) => kind);
    expect(kinds.filter((kind) => kind === 'token_refused')).toHaveLength(20);
    expect(kinds.filter((kind) => kind === 'rate_limited')).toHaveLength(9_980);
    expect((await call(key)).code).toBe('OK');
    expect((await call(newApiKey(), { from: '198.51.100.2' })).code).toBe('API_KEY_INVALID');
    jest.advanceTimersByTime(600_000);
    expect((await call(newApiKey())).code).toBe('API_KEY_INVALID');
  });

  it('counts all addresses of an IPv6 line together', async () => {
    const { call } = setup();
    const codes = new Set<string>();
    for (let n = 0; n < 100; n += 1) {
      codes.add((await call(newApiKey(), { from: `2001:db8:0:${n.toString(16)}::1` })).code);
    }
    expect([...codes]).toEqual(['API_KEY_INVALID', 'RATE_LIMITED']);
  });

  it('does not query auth for a wrong checksum', async () => {
    const { keys, call } = setup();
    const { key } = keys.add(['installs:read']);
    expect((await call(`${key.slice(0, -1)}!`)).code).toBe('API_KEY_INVALID');
    expect(keys.asked).toBe(0);
  });

  it('limits each key and sends headers below and at the limit', async () => {
    const { keys, call } = setup(2);
    const [one, other] = [keys.add(['installs:read']), keys.add(['installs:read'])];
    expect((await call(one.key)).headers).toMatchObject({
      'ratelimit-policy': '"key";q=2;w=60',
      ratelimit: '"key";r=1;t=50',
    });
    expect((await call(one.key)).headers).toMatchObject({ ratelimit: '"key";r=0;t=50' });
    const { code, result, headers } = await call(one.key);
    expect(code).toBe('RATE_LIMITED');
    expect(result).toMatchObject({ retryAfterSeconds: 50 });
    expect(headers).toMatchObject({ ratelimit: '"key";r=0;t=50' });
    expect((await call(other.key)).code).toBe('OK');
    jest.advanceTimersByTime(50_000);
    expect((await call(one.key)).code).toBe('OK');
  });
});
