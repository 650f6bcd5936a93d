import { type Call, call } from './support/call.js';
import { startSubject, type Subject } from './support/subject.js';
import type { ReceivedRequest } from './support/upstream.js';

describe('routing like Kong', () => {
  let subject: Subject;
  beforeAll(async () => void (subject = await startSubject()));
  afterAll(() => subject.close());

  /** Returns the path seen by the upstream, or the gateway's status. */
  const reach = async (path: string, options?: Call): Promise<string> => {
    const reply = await call(subject.base, path, options);
    return reply.status === 200
      ? (JSON.parse(reply.text) as ReceivedRequest).url
      : `${reply.status}`;
  };

  it.each([
    ['/r', '/'],
    ['/r/', '/'],
    ['/r/x', '/x'],
    ['/rabc', '/abc'],
    ['/ns/x', '/ns/x'],
    ['/b', '/base'],
    ['/b/', '/base/'],
    ['/b/x', '/base/x'],
    ['/bn/x', '/base/bn/x'],
    ['/rx/12abc', '/abc'],
    ['/rx/12/y', '/y'],
  ])('sends %s upstream as %s', async (path, received) => expect(await reach(path)).toBe(received));

  it.each([
    ['the path differs only in case', '/R'],
    ['the path lacks the final slash of the prefix', '/sl'],
    ['a literal path merely looks like a regex', '/a/x'],
    ['no route matches', '/nothing/here'],
  ])('answers 404 when %s', async (_, path) => expect(await reach(path)).toBe('404'));

  it('treats a path without ~ as literal', async () =>
    expect(await reach('/a/(x|y)$')).toBe('/a/(x%7Cy)$'));

  const route = async (path: string, options?: Call) =>
    (await call(subject.base, path, { headers: { 'x-do': 'headers' }, ...options })).status;

  it('answers 404 instead of 405 to a method that no route lists', async () => {
    expect(await route('/only-get')).toBe(201);
    for (const method of ['HEAD', 'OPTIONS', 'POST']) {
      expect((await call(subject.base, '/only-get', { method })).status).toBe(404);
    }
  });

  it('rejects TRACE with 405', async () =>
    expect((await call(subject.base, '/r', { method: 'TRACE' })).status).toBe(405));

  it.each([
    ['/r//x', '/x'],
    ['/ns/a/../b', '/ns/b'],
    ['/ns/./b/.', '/ns/b/'],
    ['/%6es/x', '/ns/x'],
    ['/ns/a%2fb', '/ns/a%2Fb'],
    ['/ns/a%20b', '/ns/a%20b'],
    ['/ns/%41%7e', '/ns/A~'],
    ['/x/../ns/y', '/ns/y'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/en%20c', '/en%20c'],
    ['/ns?a=//b/../c&d=%72', '/ns?a=//b/../c&d=%72'],
    ['/ns/%2e%2e/ns/z', '/ns/z'],
  ])('normalizes %s and sends %s', async (path, received) =>
    expect(await reach(path)).toBe(received),
  );

  it.each(['/ns/%zz', '/ns/%00', '/../x'])('rejects the malformed path %s', async (path) =>
    expect(await reach(path)).toBe('400'),
  );

  it('rejects a URI beyond 8 KiB with 414 and such a header with 400', async () => {
    expect(await reach(`/ns?${'x'.repeat(9000)}`)).toBe('414');
    expect(await reach('/ns', { headers: { 'x-long': 'x'.repeat(9000) } })).toBe('400');
  });

  it('responds itself if a route has no service', async () => {
    const reply = await call(subject.base, '/free/x');
    expect(reply.status).toBe(404);
    expect(reply.text).toBe('{"free":true}');
  });
});
