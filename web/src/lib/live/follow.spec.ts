import { waitFor } from '@testing-library/react';
import { http } from 'msw';
import { refuse } from '@/testing/responses.js';
import { server } from '@/testing/server.js';
import { TestStream } from '@/testing/stream.js';
import { follow } from './follow.js';

const PATH = '/user/install/i1/events';
const URL = `/api${PATH}`;

/** Provides Web Locks like a browser, shared by the tabs of one test. */
function mockLocks() {
  const queues = new Map<string, Promise<unknown>>();
  const request = (
    name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<void>,
  ) => {
    const turn = (queues.get(name) ?? Promise.resolve()).then(() =>
      signal.aborted ? undefined : work(),
    );
    queues.set(name, turn);
    return turn;
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
}

describe(follow, () => {
  const stops: (() => void)[] = [];
  const tab = () => {
    const heard: string[] = [];
    const stop = follow(PATH, ({ event, data }) => heard.push(`${event} ${data}`));
    stops.push(stop);
    return { heard, stop };
  };

  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('passes on events of a stream as they arrive, with the bearer token in a header, not in the URL', async () => {
    localStorage.setItem('accessToken', 'bearer-1');
    const stream = new TestStream();
    const seen: string[] = [];
    server.use(
      http.get(URL, ({ request }) => {
        seen.push(request.url, request.headers.get('authorization') ?? '');
        return stream.answer(request);
      }),
    );
    const { heard } = tab();
    await stream.opened;
    stream.send({ event: 'install', data: { percent: 1 } });
    await waitFor(() => expect(heard).toEqual(['install {"percent":1}']));
    expect(seen[1]).toBe('Bearer bearer-1');
    expect(seen[0]).not.toContain('bearer-1');
  });

  it('reconnects after a broken stream and resumes after the last event', async () => {
    const stream = new TestStream();
    server.use(http.get(URL, ({ request }) => stream.answer(request)));
    const { heard } = tab();
    await stream.opened;
    stream.send({ event: 'step', id: 's7', data: 7 });
    await waitFor(() => expect(heard).toHaveLength(1));
    stream.close();
    await waitFor(() => expect(stream.lastEventIds).toEqual([null, 's7']));
    stream.send({ event: 'step', id: 's8', data: 8 });
    await waitFor(() => expect(heard).toEqual(['step 7', 'step 8']));
  });

  it('does not reconnect a stream that the server rejected', async () => {
    let requests = 0;
    server.use(
      http.get(URL, () => {
        requests += 1;
        return refuse(404);
      }),
    );
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
    tab();
    await waitFor(() => expect(requests).toBe(1));
    await jest.advanceTimersByTimeAsync(120_000);
    expect(requests).toBe(1);
  });

  it('shares one stream among all tabs, and hands it to the next tab when the first closes', async () => {
    mockLocks();
    const stream = new TestStream();
    server.use(http.get(URL, ({ request }) => stream.answer(request)));
    const [first, second] = [tab(), tab()];
    await stream.opened;
    stream.send({ event: 'install', id: 's1', data: 1 });
    // The second tab may receive it twice, once as the response to its request for the latest event.
    await waitFor(() => expect(second.heard).toContain('install 1'));
    expect(first.heard).toEqual(['install 1']);
    expect(stream.lastEventIds).toHaveLength(1);

    // A tab opened later receives the latest event.
    const third = tab();
    await waitFor(() => expect(third.heard).toContain('install 1'));
    expect(stream.lastEventIds).toHaveLength(1);

    first.stop();
    await waitFor(() => expect(stream.lastEventIds).toEqual([null, 's1']));
    stream.send({ event: 'install', id: 's2', data: 2 });
    await waitFor(() => expect(second.heard).toContain('install 2'));
    expect(first.heard).not.toContain('install 2');
  });
});
