import { readEvents, type StreamEvent } from './event-source.js';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Event with which the server ends the stream. */
const LAST_EVENT = 'end';

interface Message {
  path: string;
  /** Absent if a new tab requests the latest events. */
  event?: StreamEvent;
}

/**
 * Follows a stream shared by all tabs of this browser: the tab that holds the lock reads and broadcasts to the
 * others. When that tab closes, the next one continues. Without Web Locks (which require a secure context) each tab
 * reads.
 * @returns stops following
 */
export function follow(path: string, onEvent: (event: StreamEvent) => void): () => void {
  const stop = new AbortController();
  const latest = new Map<string, StreamEvent>();
  let lastEventId = '';
  let leads = false;
  const channel = new BroadcastChannel('casement-live');

  const handleMessage = (event: StreamEvent) => {
    latest.set(event.event, event);
    lastEventId = event.id || lastEventId;
    if (event.event === LAST_EVENT) stop.abort();
    onEvent(event);
  };
  const broadcast = (event: StreamEvent) => channel.postMessage({ path, event } satisfies Message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (stop.signal.aborted || data.path !== path) return;
    if (data.event) handleMessage(data.event);
    else if (leads) latest.forEach(broadcast);
  };
  stop.signal.addEventListener('abort', () => channel.close());
  channel.postMessage({ path } satisfies Message);

  void hasNoLocks(path, stop.signal, async () => {
    leads = true;
    await readStream(
      path,
      stop.signal,
      () => lastEventId,
      (event) => {
        broadcast(event);
        handleMessage(event);
      },
    );
  });
  return () => stop.abort();
}

/** Reconnects after a broken stream with backoff, resuming after the last event. */
async function readStream(
  path: string,
  signal: AbortSignal,
  lastEventId: () => string,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const end = await readEvents(path, lastEventId(), signal, (event) => {
      pause = FIRST_PAUSE_MS;
      onEvent(event);
    });
    if (end === 'refused') return;
    await wait(pause, signal);
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function hasNoLocks(
  path: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return work();
  // Aborted while waiting for the lock.
  await locks.request(`casement-live:${path}`, { signal }, work).catch(() => undefined);
}
