import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { z } from 'zod';
import { sessionRefreshFailed } from '@/lib/api/sign-out-event.js';
import { chooseLanguage } from '@/messages/load-language.js';
import { ok, refuse } from '@/testing/responses.js';
import { server } from '@/testing/server.js';
import { call, callPage } from './api-client.js';
import { ApiError, messageOf } from './api-error.js';

const thing = { method: 'GET', path: '/thing', effect: 'read', answer: z.unknown() } as const;
const html = { method: 'GET', path: '/html', effect: 'read', answer: null } as const;
const gone = { method: 'GET', path: '/gone', effect: 'read', answer: null } as const;
const slow = { method: 'GET', path: '/slow', effect: 'read', answer: null } as const;
const things = {
  method: 'GET',
  path: '/things',
  effect: 'read',
  answer: z.number(),
  paged: true,
} as const;
const all = { ...things, path: '/all' } as const;

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (problem: unknown) => problem,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

/** An API that accepts only the token returned by `refresh`. */
const protectedApi = () => {
  const seen = { refreshes: 0, calls: [] as (string | null)[] };
  server.use(
    http.get('/api/thing', ({ request }) => {
      const authorization = request.headers.get('authorization');
      seen.calls.push(authorization);
      return authorization === 'Bearer new' ? ok('thing') : refuse(401, { message: 'expired' });
    }),
    http.post('/api/auth/refresh', async ({ request }) => {
      seen.refreshes += 1;
      expect(await request.json()).toEqual({});
      return ok({ accessToken: 'new' });
    }),
  );
  return seen;
};

describe('API client', () => {
  it('§7 sends the bearer token and unwraps data', async () => {
    localStorage.setItem('accessToken', 'abc');
    let authorization: string | null = null;
    server.use(
      http.get('/api/thing', ({ request }) => {
        authorization = request.headers.get('authorization');
        return ok({ answer: 42 });
      }),
    );
    await expect(call(thing)).resolves.toEqual({ answer: 42 });
    expect(authorization).toBe('Bearer abc');
  });

  it('§7 also sends the bearer token with the refresh', async () => {
    localStorage.setItem('accessToken', 'old');
    let authorization: string | null = null;
    protectedApi();
    server.use(
      http.post('/api/auth/refresh', ({ request }) => {
        authorization = request.headers.get('authorization');
        return ok({ accessToken: 'new' });
      }),
    );
    await expect(call(thing)).resolves.toBe('thing');
    expect(authorization).toBe('Bearer old');
  });

  it("sends the user's language for the mails", async () => {
    const seen: (string | null)[] = [];
    server.use(
      http.get('/api/thing', ({ request }) => {
        seen.push(request.headers.get('accept-language'));
        return ok('thing');
      }),
    );
    await call(thing);
    await chooseLanguage('id');
    try {
      await call(thing);
    } finally {
      await chooseLanguage('en');
      localStorage.removeItem('casement-language');
    }
    expect(seen).toEqual(['en', 'id']);
  });

  it('returns a list with its meta and treats a list without meta as one page', async () => {
    server.use(
      http.get('/api/things', () => ok([1], { meta: { page: 2, pageSize: 1, total: 9 } })),
      http.get('/api/all', () => ok([1, 2])),
    );
    expect(await callPage(things)).toEqual({
      items: [1],
      meta: { page: 2, pageSize: 1, total: 9 },
    });
    expect((await callPage(all)).meta).toEqual({ page: 1, pageSize: 2, total: 2 });
  });

  it('calls a table route with its method, path and parameters', async () => {
    const seen: unknown[] = [];
    server.use(
      http.post('/api/admin/topups/:id/review/resolve', async ({ request, params }) => {
        seen.push(params['id'], await request.json());
        return ok(null);
      }),
      http.get('/api/admin/topups', ({ request }) => {
        seen.push(new URL(request.url).search);
        return ok([], { meta: { page: 2, pageSize: 15, total: 0 } });
      }),
    );
    const { resolveReview, adminTopups } = billingRoutes;
    await call(resolveReview, { params: { id: 'a/b' }, body: { note: 'done' } });
    const page = await callPage(adminTopups, { query: { page: 2, status: 'PAID' } });
    expect(seen).toEqual(['a/b', { note: 'done' }, '?page=2&status=PAID']);
    expect(page).toEqual({ items: [], meta: { page: 2, pageSize: 15, total: 0 } });
    // @ts-expect-error -- the path has an id
    const withoutId = () => call(resolveReview, { body: { note: '' } });
    // @ts-expect-error -- there is no such status
    const unknownStatus = () => callPage(adminTopups, { query: { status: 'GONE' } });
    expect([withoutId, unknownStatus]).toHaveLength(2);
  });

  it('returns message, code, correlation id and details of an error', async () => {
    server.use(
      http.get('/api/thing', () =>
        refuse(422, {
          message: 'No.',
          code: 'VALIDATION_FAILED',
          details: [{ path: 'ip', message: 'bad' }],
        }),
      ),
    );
    const error = await failureOf(call(thing));
    expect(error).toMatchObject({
      status: 422,
      code: 'VALIDATION_FAILED',
      serverMessage: 'No.',
      correlationId: 'c-7f3a91',
      details: [{ path: 'ip', message: 'bad' }],
    });
    expect(messageOf(error, 'fallback')).toBe('No.');
  });

  it("reads the correlation id of the gateway's own responses from their header", async () => {
    const message = 'Too many requests. Please try again later.';
    server.use(
      http.get('/api/thing', () =>
        HttpResponse.json(
          { success: false, message, code: 'GATEWAY_ERROR' },
          { status: 429, headers: { 'X-Request-Id': 'c-429' } },
        ),
      ),
    );
    const error = await failureOf(call(thing));
    expect(error).toMatchObject({ code: 'GATEWAY_ERROR', correlationId: 'c-429' });
    expect(messageOf(error, 'fallback')).toBe(message);
  });

  it('§8 falls back to a default message for an unreadable response', async () => {
    server.use(
      http.get('/api/html', () => HttpResponse.html('<h1>502</h1>', { status: 502 })),
      http.get('/api/gone', () => HttpResponse.error()),
    );
    const unreadable = await failureOf(call(html));
    expect(unreadable).toMatchObject({ status: 502, code: 'UNREADABLE_ANSWER' });
    expect(messageOf(unreadable, 'fallback')).toBe('fallback');
    expect(await failureOf(call(gone))).toMatchObject({ status: 0, code: 'NETWORK' });
  });

  it('§9 times out after 10,000 ms', async () => {
    jest.useFakeTimers();
    jest.spyOn(globalThis, 'fetch').mockImplementationOnce(
      (_url, init) =>
        new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    const failure = failureOf(call(slow));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await failure).toMatchObject({ status: 0, code: 'TIMEOUT' });
  });

  it.each([0, 502, 503])(
    'does not retry a mutation whose response is lost or %i',
    async (status) => {
      let sent = 0;
      server.use(
        http.post('/api/change', () => {
          sent += 1;
          return status ? refuse(status, { message: 'x' }) : HttpResponse.error();
        }),
      );
      await failureOf(
        call({ method: 'POST', path: '/change', effect: 'own', answer: null } as const),
      );
      expect(sent).toBe(1);
    },
  );

  it('§8 refreshes once on a 401 and repeats the call', async () => {
    localStorage.setItem('accessToken', 'old');
    const seen = protectedApi();
    await expect(call(thing)).resolves.toBe('thing');
    expect(seen).toEqual({ refreshes: 1, calls: ['Bearer old', 'Bearer new'] });
    expect(localStorage.getItem('accessToken')).toBe('new');
  });

  it('§8 shares one refresh among parallel calls and repeats each call once', async () => {
    localStorage.setItem('accessToken', 'old');
    const seen = protectedApi();
    await Promise.all(Array.from({ length: 20 }, () => call(thing)));
    expect(seen.refreshes).toBe(1);
    expect(seen.calls.filter((bearer) => bearer === 'Bearer new')).toHaveLength(20);
  });

  it('§8 returns a second 401 instead of repeating again', async () => {
    localStorage.setItem('accessToken', 'old');
    const seen = protectedApi();
    server.use(
      http.get('/api/thing', ({ request }) => {
        seen.calls.push(request.headers.get('authorization'));
        return refuse(401, { message: 'expired' });
      }),
    );
    const error = await failureOf(call(thing));
    expect(error.serverMessage).toBe('expired');
    expect(seen).toEqual({ refreshes: 1, calls: ['Bearer old', 'Bearer new'] });
  });

  it('uses a token refreshed by another tab in the meantime', async () => {
    localStorage.setItem('accessToken', 'old');
    const seen = protectedApi();
    const answer = call(thing);
    localStorage.setItem('accessToken', 'new');
    await expect(answer).resolves.toBe('thing');
    expect(seen.refreshes).toBe(0);
  });

  it('refreshes under a lock shared by all tabs', async () => {
    localStorage.setItem('accessToken', 'old');
    protectedApi();
    const request = jest.fn((_name: string, _options: object, work: () => Promise<string>) =>
      work(),
    );
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    await call(thing);
    expect(request.mock.calls).toEqual([
      [
        'casement-refresh',
        { signal: expect.any(AbortSignal) as AbortSignal },
        expect.any(Function),
      ],
    ]);
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('refreshes without the lock if another tab holds it for too long', async () => {
    localStorage.setItem('accessToken', 'old');
    protectedApi();
    const wait = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(wait.signal);
    const request = (_name: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError'))),
      );
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    const answer = call(thing);
    await waitFor(() => expect(timeout).toHaveBeenCalledWith(12_000));
    wait.abort();
    await expect(answer).resolves.toBe('thing');
    Reflect.deleteProperty(navigator, 'locks');
    timeout.mockRestore();
  });

  it('keeps a session that started while the previous session’s refresh failed', async () => {
    localStorage.setItem('accessToken', 'old');
    server.use(
      http.get('/api/thing', () => refuse(401, { message: 'expired' })),
      http.post('/api/auth/refresh', () => {
        localStorage.setItem('accessToken', 'of a new sign-in');
        return refuse(401);
      }),
    );
    const signedOut = jest.fn();
    const stop = sessionRefreshFailed.subscribe(signedOut);
    await expect(call(thing)).rejects.toThrow('expired');
    stop();
    expect(signedOut).not.toHaveBeenCalled();
    expect(localStorage.getItem('accessToken')).toBe('of a new sign-in');
  });

  it.each([
    ['is rejected', () => refuse(401), 'expired'],
    ['returns no token', () => ok({}), 'Invalid refresh response'],
    ['returns no data', () => ok(null), 'Invalid refresh response'],
  ])('§8 signs out for good when the refresh %s', async (_, resolver, message) => {
    localStorage.setItem('accessToken', 'old');
    server.use(
      http.get('/api/thing', () => refuse(401, { message: 'expired' })),
      http.post('/api/auth/refresh', resolver),
    );
    const signedOut = jest.fn();
    const stop = sessionRefreshFailed.subscribe(signedOut);
    await expect(call(thing)).rejects.toThrow(message);
    stop();
    expect(signedOut).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem('accessToken')).toBeNull();
  });

  it.each(['login', 'register', 'forgot-password', 'reset-password'])(
    '§8 does not refresh on a 401 of %s',
    async (name) => {
      const seen = protectedApi();
      server.use(http.post(`/api/auth/${name}`, () => refuse(401, { message: 'wrong' })));
      const error = await failureOf(
        call({ method: 'POST', path: `/auth/${name}`, effect: 'own', answer: null }),
      );
      expect(error.serverMessage).toBe('wrong');
      expect(seen.refreshes).toBe(0);
    },
  );

  describe('idempotency keys', () => {
    const buy = {
      method: 'POST',
      path: '/buy',
      effect: 'own',
      idempotency: 'answer',
      body: z.object({ amount: z.number() }),
      answer: z.unknown(),
    } as const;
    /** Responds in this order. @returns the received keys */
    const shop = (...answers: (() => Response)[]) => {
      const keys: (string | null)[] = [];
      server.use(
        http.post('/api/buy', ({ request }) => {
          keys.push(request.headers.get('idempotency-key'));
          return answers[keys.length - 1]!();
        }),
      );
      return keys;
    };
    const oneItem = { body: { amount: 1 } };
    const inProgress = { code: 'IDEMPOTENCY_IN_PROGRESS', message: 'wait' };

    it('are reused until a response arrives, so that a lost response charges once', async () => {
      const keys = shop(
        () => HttpResponse.error(),
        () => refuse(503),
        () => refuse(409, inProgress),
        () => refuse(429),
        () => ok('bought'),
        () => ok('bought'),
      );
      for (let n = 0; n < 4; n += 1) await failureOf(call(buy, oneItem));
      await call(buy, oneItem);
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
      expect(new Set(keys).size).toBe(1);
      // Repeating it after a response is another purchase.
      await call(buy, oneItem);
      expect(new Set(keys).size).toBe(2);
    });

    it('change for other values or after a rejection, and are omitted for safe calls', async () => {
      const keys = shop(
        () => HttpResponse.error(),
        () => refuse(402),
        () => ok('bought'),
      );
      await failureOf(call(buy, oneItem));
      await failureOf(call(buy, { body: { amount: 2 } }));
      await call(buy, { body: { amount: 2 } });
      expect(new Set(keys).size).toBe(3);
      server.use(
        http.get('/api/thing', ({ request }) => ok(request.headers.get('idempotency-key'))),
      );
      await expect(call(thing)).resolves.toBeNull();
    });

    it('survive a token refresh, and a key set by the caller is kept', async () => {
      localStorage.setItem('accessToken', 'old');
      const keys = shop(
        () => refuse(401, { message: 'expired' }),
        () => ok('bought'),
        () => ok('bought'),
      );
      server.use(http.post('/api/auth/refresh', () => ok({ accessToken: 'new' })));
      await call(buy, oneItem);
      expect(keys[1]).toBe(keys[0]);
      await call(buy, { ...oneItem, headers: { 'Idempotency-Key': 'my-own' } });
      expect(keys[2]).toBe('my-own');
    });
  });
});
