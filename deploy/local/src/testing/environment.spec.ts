import Environment from './environment.mjs';

const config = { projectConfig: { fakeTimers: {} } };

describe('the environment of small and medium tests', () => {
  it("has Node's own classes, as libraries have", () => {
    expect(Buffer.from('x')).toBeInstanceOf(Uint8Array);
    expect(new Environment(config).getVmContext()).toBe(globalThis);
  });

  it('undoes what a spec file leaves behind', async () => {
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
});
