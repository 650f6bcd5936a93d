import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import Environment from './environment.mjs';

const config = { projectConfig: { fakeTimers: {} } };

describe('environment of small and medium tests', () => {
  it("has Node's own classes, like libraries", () => {
    expect(Buffer.from('x')).toBeInstanceOf(Uint8Array);
    expect(new Environment(config).getVmContext()).toBe(globalThis);
  });

  it('undoes changes by a spec file', async () => {
    const { fetch } = globalThis;
    const environment = new Environment(config);
    const listener = () => undefined;
    Object.assign(globalThis, { fetch: null, left: 1 });
    Object.assign(process.env, { TZ_LEFT: '1', PATH: '' });
    process.on('SIGTERM', listener);
    await environment.teardown();
    expect(globalThis.fetch).toBe(fetch);
    expect(globalThis).not.toHaveProperty('left');
    expect(process.env).not.toHaveProperty('TZ_LEFT');
    expect(process.env['PATH']).not.toBe('');
    expect(process.listeners('SIGTERM')).not.toContain(listener);
  });

  it('clears AsyncLocalStorages even if a timer or a socket retains them', async () => {
    const environment = new Environment(config);
    const storage = new AsyncLocalStorage<string>();
    const resource = storage.run('app', () => new AsyncResource('left'));
    expect(resource.runInAsyncScope(() => storage.getStore())).toBe('app');
    await environment.teardown();
    // The next spec file enables the storage again, as it does with a library's storage.
    const store = storage.run('next', () => resource.runInAsyncScope(() => storage.getStore()));
    expect(JSON.stringify(store) ?? '').not.toContain('app');
  });
});
