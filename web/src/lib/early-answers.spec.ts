import { http } from 'msw';
import { z } from 'zod';
import { REQUEST_TIMEOUT_MS } from '@/config/limits.js';
import { call } from '@/lib/api/api-client.js';
import { ok, refuse } from '@/testing/answers.js';
import { server } from '@/testing/server.js';

const thing = { method: 'GET', path: '/thing', answer: z.string() } as const;

/** The page has asked for `thing`. */
function askEarly(
  respond: (signal: AbortSignal) => Promise<Response>,
  { token = 'token', askedAt = performance.now() } = {},
) {
  const stop = new AbortController();
  const response = respond(stop.signal);
  response.catch(() => undefined);
  window.early = { token, askedAt, answers: { '/api/thing': { response, stop } } };
  return stop;
}

const early = () => Promise.resolve<Response>(ok('early'));

beforeEach(() => {
  localStorage.setItem('accessToken', 'token');
  server.use(http.get('/api/thing', () => ok('asked by the code')));
});
afterEach(() => delete window.early);

describe('what the page has asked for already', () => {
  it('answers the first such call', async () => {
    askEarly(early);
    expect(await call(thing)).toBe('early');
    expect(await call(thing)).toBe('asked by the code');
  });

  it('answers no call under another token', async () => {
    askEarly(early, { token: 'the token of who was signed in before' });
    expect(await call(thing)).toBe('asked by the code');
  });

  it('answers no call when it is older than a call may take', async () => {
    askEarly(early, { askedAt: performance.now() - REQUEST_TIMEOUT_MS - 1 });
    expect(await call(thing)).toBe('asked by the code');
  });

  it('is asked for again where no answer came', async () => {
    askEarly(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await call(thing)).toBe('asked by the code');
  });

  it('§8 was refused for its token: that is renewed, and the call made again', async () => {
    server.use(http.post('/api/auth/refresh', () => ok({ accessToken: 'new' })));
    askEarly(() => Promise.resolve(refuse(401)));
    expect(await call(thing)).toBe('asked by the code');
    expect(localStorage.getItem('accessToken')).toBe('new');
  });

  it('is waited for no longer than the call is', async () => {
    const stop = askEarly(
      (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error()))),
    );
    const waiting = new AbortController();
    const answer = call(thing, { signal: waiting.signal });
    waiting.abort();
    await expect(answer).rejects.toThrow('aborted');
    expect(stop.signal.aborted).toBe(true);
  });

  it('answers no call that was given up before', async () => {
    askEarly(early);
    await expect(call(thing, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(await call(thing)).toBe('early');
  });
});
