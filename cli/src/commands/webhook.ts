import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Command } from 'commander';
import { Webhook } from 'standardwebhooks';
import { CasementError, CasementUnreachable, type CasementClient } from '@casement/client';
import { stripControlCharacters, type Io } from '../io.js';
import { withSession } from '../session.js';
import { time } from '../table.js';
import { parseWholeNumber } from '../vps-options.js';

/** The server sends a heartbeat every 15 s, so a connection without data for this long is dead. */
const SILENCE_MS = 45_000;
const PAUSE_MS = 1_000;

/** Event of the account with a verified signature. */
interface WebhookEvent {
  id: string;
  type: string;
  timestamp: string;
  data: unknown;
}

interface ListenOptions {
  events?: string;
  count?: number;
}

/** Adds commands that receive events on a machine without a public address. */
export function addWebhookCommand(program: Command, io: Io): void {
  program
    .command('webhook')
    .description('receive your account’s events')
    .command('listen')
    .description('print and verify events as they happen (stop with Ctrl-C)')
    .option('--events <types>', 'event types, e.g. install.completed,install.failed')
    .option('--count <number>', 'stop after this many events', parseWholeNumber)
    .action(
      withSession(io, async ({ client, json }, { events, count }: ListenOptions) => {
        const eventTypes = events === undefined ? null : new Set(events.split(','));
        let remaining = count ?? Infinity;
        for await (const event of receiveEvents(client, io)) {
          if (eventTypes && !eventTypes.has(event.type)) continue;
          io.write(`${json ? JSON.stringify(event) : stripControlCharacters(lineOf(event))}\n`);
          remaining -= 1;
          if (remaining === 0) return;
        }
      }),
    );
}

const lineOf = ({ type, timestamp, data }: WebhookEvent): string =>
  `${time(timestamp)}  ${type}  ${JSON.stringify(data)}`;

/** Yields each event once. Resumes after an interruption, and reports if events may be missing. */
async function* receiveEvents(client: CasementClient, io: Io): AsyncGenerator<WebhookEvent> {
  const seen = new Set<string>();
  let listener: string | undefined;
  for (;;) {
    try {
      for await (const { event, data } of messages(client, listener)) {
        if (event === 'listening') {
          if (listener === undefined) io.writeError('Listening. Press Ctrl-C to stop.\n');
          listener = data.id;
          continue;
        }
        if (event !== 'webhook') continue;
        const { id, ...checked } = check(data);
        if (seen.has(id)) continue;
        seen.add(id);
        yield { id, ...checked };
      }
    } catch (error) {
      if (error instanceof CasementError) {
        if (error.status !== 404 || listener === undefined) throw error;
        io.writeError('Disconnected for over a minute; events in the meantime are not shown.\n');
        listener = undefined;
      } else if (listener === undefined || !isInterruption(error)) {
        throw error;
      }
    }
    await io.sleep(PAUSE_MS);
  }

  /** @throws WebhookVerificationError if the signature does not match the body */
  function check({ secret, headers, body }: Message['data']): WebhookEvent {
    const event = new Webhook(secret).verify(body, headers) as Omit<WebhookEvent, 'id'>;
    return { id: headers['webhook-id'] ?? '', ...event };
  }
}

const isInterruption = (error: unknown): boolean =>
  error instanceof CasementUnreachable ||
  error instanceof TypeError ||
  (error instanceof Error && error.name === 'AbortError');

interface Message {
  event: string;
  data: { id: string; secret: string; headers: Record<string, string>; body: string };
}

/** Yields the events of a single response until it ends, each with the listener's secret. */
async function* messages(
  client: CasementClient,
  listener: string | undefined,
): AsyncGenerator<Message> {
  const controller = new AbortController();
  const startTimeout = () => setTimeout(() => controller.abort(), SILENCE_MS);
  let timer = startTimeout();
  try {
    const { data } = await client.GET('/api/user/webhook-listener/events', {
      params: { query: listener === undefined ? {} : { listener } },
      headers: { accept: 'text/event-stream' },
      parseAs: 'stream',
      signal: controller.signal,
    });
    if (!data) return;
    const restartTimeout = new TransformStream<string, string>({
      transform: (chunk, next) => {
        clearTimeout(timer);
        timer = startTimeout();
        next.enqueue(chunk);
      },
    });
    const events = data
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
      .pipeThrough(restartTimeout)
      .pipeThrough(new EventSourceParserStream());
    let secret = '';
    for await (const { event = '', data: text } of events) {
      const parsed = JSON.parse(text) as Message['data'];
      if (event === 'listening') secret = parsed.secret;
      yield { event, data: { ...parsed, secret } };
    }
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
