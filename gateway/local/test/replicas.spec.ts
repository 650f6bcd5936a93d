import { once } from 'node:events';
import { WebSocket } from 'ws';
import { call, type Call } from './support/call.js';
import { startLocal } from './support/subject.js';
import { type ReceivedRequest, Upstream } from './support/upstream.js';

/** Several addresses behind one host. Kong gets them from DNS and the kubelet, the local gateway from its map. */
describe('service replicas', () => {
  let one: Upstream;
  let two: Upstream;
  let local: Awaited<ReturnType<typeof startLocal>>;
  const body = 'x'.repeat(300_000);

  beforeEach(async () => {
    one = new Upstream('one');
    two = new Upstream('two');
    const ports = [await one.listen(), await two.listen()];
    const twins = ports.map((port) => `127.0.0.1:${port}`).join();
    local = await startLocal('test/support/fixture.kong.yml', { twins });
  });
  afterEach(async () => {
    await local.close();
    await Promise.all([one, two].map((upstream) => upstream.close().catch(() => undefined)));
  });

  const ask = (options?: Call, path = '/twins') => call(local.base, path, options);
  const answers = async (count: number, options?: Call) => {
    const names: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const { status, text } = await ask(options);
      names.push(status === 200 ? (JSON.parse(text) as ReceivedRequest).name : String(status));
    }
    return names.sort();
  };

  it('share the requests', async () => {
    expect(await answers(4)).toEqual(['one', 'one', 'two', 'two']);
  });

  it('get no requests while they are not ready', async () => {
    two.ready = false;
    for (let n = 0; n < 30; n += 1) await local.checkHealth();
    expect(await answers(3)).toEqual(['one', 'one', 'one']);
    expect(two.methods).toEqual([]);
    two.ready = true;
    await local.checkHealth();
    expect(await answers(2)).toEqual(['one', 'two']);
  });

  it.each(['GET', 'POST', 'PATCH'])('take over from a replica that is gone: %s', async (method) => {
    await two.close();
    const options = method === 'GET' ? { method } : { method, body };
    expect(await answers(4, options)).toEqual(Array(4).fill('one'));
  });

  it('take over from a replica that is gone: a WebSocket', async () => {
    await two.close();
    for (let n = 1; n <= 3; n += 1) {
      const socket = new WebSocket(`${local.base.replace('http', 'ws')}/twins`);
      await once(socket, 'open');
      expect(one.webSockets).toHaveLength(n);
      socket.terminate();
    }
  });

  it('get the complete body when they take over', async () => {
    await two.close();
    for (let n = 0; n < 2; n += 1) {
      const { text } = await ask({ method: 'POST', body });
      expect((JSON.parse(text) as ReceivedRequest).body).toBe(body);
    }
  });

  it.each(['GET', 'PUT', 'DELETE'])('take over a %s that lost its connection', async (method) => {
    two.hangsUp = true;
    expect(await answers(4, { method })).toEqual(Array(4).fill('one'));
    expect(two.methods.length).toBeGreaterThan(0);
  });

  it.each(['POST', 'PATCH'])('never get a %s that another replica has received', async (method) => {
    two.hangsUp = true;
    expect(await answers(4, { method, body })).toEqual(['502', '502', 'one', 'one']);
    expect(one.methods.length + two.methods.length).toBe(4);
  });

  it('get a failed request at most twice in total', async () => {
    one.hangsUp = two.hangsUp = true;
    expect((await ask()).status).toBe(502);
    expect([...one.methods, ...two.methods]).toEqual(['GET', 'GET']);
  });

  it('never get a request that was streamed to another replica', async () => {
    one.hangsUp = two.hangsUp = true;
    expect((await ask({ method: 'PUT', body }, '/twins-stream')).status).toBe(502);
    expect([...one.methods, ...two.methods]).toEqual(['PUT']);
  });
});
