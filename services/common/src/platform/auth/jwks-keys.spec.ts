import { testTokens, type TestTokens } from '../../testing/test-tokens.js';
import { configureLogging } from '../../core/logging/logger.js';
import { JwksKeys } from './jwks-keys.js';

const kidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0], 'base64url').toString()) as { kid: string }).kid;

describe(JwksKeys.name, () => {
  let tokens: TestTokens;
  let now = 0;
  const setup = () =>
    new JwksKeys(tokens.jwksUrl, { retryMs: 5_000, maxAgeMs: 300_000 }, () => now);
  beforeAll(() => configureLogging('test', 'silent'));
  beforeEach(async () => {
    tokens = await testTokens();
  });
  afterEach(() => tokens.close());

  it('fetches once for many lookups, even concurrent ones', async () => {
    const keys = setup();
    const kid = kidOf(tokens.token());
    const found = await Promise.all([keys.find(kid), keys.find(kid), keys.find(kid)]);
    await keys.find(kid);
    expect(found.every(Boolean)).toBe(true);
    expect(tokens.fetches).toBe(1);
  });

  it('fetches at most every five seconds for unknown ids', async () => {
    const keys = setup();
    for (let n = 0; n < 10; n += 1) expect(await keys.find(`unknown-${n}`)).toBeUndefined();
    expect(tokens.fetches).toBe(1);
    now += 5_001;
    await keys.find('unknown');
    expect(tokens.fetches).toBe(2);
  });

  it('finds a rotated key after the pause and drops a withdrawn one', async () => {
    const keys = setup();
    const old = kidOf(tokens.token());
    await keys.find(old);
    tokens.rotate({ withdraw: true });
    now += 5_001;
    expect(await keys.find(kidOf(tokens.token()))).toBeDefined();
    expect(await keys.find(old)).toBeUndefined();
  });

  it('reports added and withdrawn keys, but not an unchanged result', async () => {
    const keys = setup();
    const changes = jest.fn();
    keys.onChange(changes);
    await keys.find(kidOf(tokens.token()));
    now += 5_001;
    await keys.refresh();
    expect(changes).toHaveBeenCalledTimes(1);
    tokens.rotate({ withdraw: true });
    now += 5_001;
    await keys.refresh();
    expect(changes).toHaveBeenCalledTimes(2);
  });

  it('keeps the last keys while auth is down', async () => {
    const keys = setup();
    const kid = kidOf(tokens.token());
    await keys.find(kid);
    tokens.down = true;
    now += 300_001;
    expect(await keys.find(kid)).toBeDefined();
    await keys.refresh();
    expect(await keys.find(kid)).toBeDefined();
  });

  it('fetches at startup, and a failure does not delay the first token', async () => {
    tokens.down = true;
    const keys = setup();
    keys.onApplicationBootstrap();
    // Waits for the fetch started by onApplicationBootstrap.
    await keys.refresh();
    expect(keys.loaded).toBe(false);
    tokens.down = false;
    expect(await keys.find(kidOf(tokens.token()))).toBeDefined();
  });

  it('reports whether keys were ever loaded', async () => {
    tokens.down = true;
    const keys = setup();
    await keys.refresh();
    expect(keys.loaded).toBe(false);
    tokens.down = false;
    now += 5_001;
    await keys.refresh();
    expect(keys.loaded).toBe(true);
  });
});
