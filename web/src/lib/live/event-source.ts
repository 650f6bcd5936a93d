import { accessToken } from '@/lib/api/token.js';

export interface StreamEvent {
  /** Empty if the event has no id. */
  id: string;
  event: string;
  data: string;
}

/** Three missed heartbeats: the sender is gone, even if the connection is still open. */
const SILENCE_MS = 45_000;

/** Reason for the end of a stream. `refused`: a retry would not help. */
export type StreamEnd = 'ended' | 'broken' | 'refused';

/**
 * Reads Server-Sent Events until they end, without reconnecting. Uses fetch because an EventSource cannot send the
 * bearer token, and tokens must not be in URLs.
 */
export async function readEvents(
  path: string,
  lastEventId: string,
  signal: AbortSignal,
  onEvent: (event: StreamEvent) => void,
): Promise<StreamEnd> {
  const silence = new AbortController();
  const over = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const token = accessToken.get();
    const response = await fetch(`/api${path}`, {
      credentials: 'include',
      cache: 'no-store',
      signal: over,
      headers: {
        Accept: 'text/event-stream',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
      },
    });
    if (!response.ok || !response.body) {
      void response.body?.cancel();
      // A 401 is retried because the polling that runs in parallel refreshes the token.
      return [401, 429].includes(response.status) || response.status >= 500 ? 'broken' : 'refused';
    }
    const parser = new EventParser(onEvent);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    // Makes a pending read end immediately on an abort.
    over.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      parser.push(value);
    }
  } catch {
    return 'broken';
  } finally {
    clearTimeout(timer);
  }
}

/** Parses events from chunked text. Comments (heartbeats) are ignored. */
export class EventParser {
  private rest = '';

  constructor(private readonly onEvent: (event: StreamEvent) => void) {}

  push(text: string): void {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event: StreamEvent = { id: '', event: 'message', data: '' };
      for (const line of block.split('\n')) {
        const [, name, value = ''] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
        if (name) event[name as keyof StreamEvent] = value;
      }
      if (event.data) this.onEvent(event);
    }
  }
}
