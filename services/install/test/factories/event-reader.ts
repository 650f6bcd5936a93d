import { waitFor } from '@casement/common/testing/wait-for.js';

export interface ReadEvent {
  id: string | null;
  event: string;
  data: Record<string, unknown>;
}

/** Reads Server-Sent Events like a browser. */
export class EventReader {
  readonly events: ReadEvent[] = [];
  /** Comment lines, which are heartbeats. */
  readonly comments: string[] = [];
  ended = false;
  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {}

  static async open(url: string, headers: Record<string, string>): Promise<EventReader> {
    const abort = new AbortController();
    const response = await fetch(url, { headers, signal: abort.signal });
    const reader = new EventReader(response, abort);
    void reader.read();
    return reader;
  }

  /** Waits for the first event that meets the condition. */
  async find(condition: (event: ReadEvent) => boolean): Promise<ReadEvent> {
    await waitFor(() => this.events.some(condition), { timeoutMs: 30_000 });
    return this.events.find(condition)!;
  }

  end(): Promise<true> {
    return waitFor(() => this.ended, { timeoutMs: 30_000 });
  }

  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    try {
      let text = '';
      const decoder = new TextDecoder();
      for await (const chunk of this.response.body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.take(block);
      }
    } catch {
      // The stream was closed by the test or cut by the server.
    } finally {
      this.ended = true;
    }
  }

  private take(block: string): void {
    if (block.startsWith(':')) return void this.comments.push(block);
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
    this.events.push({
      id: field('id'),
      event: field('event') ?? 'message',
      data: JSON.parse(field('data') ?? 'null') as Record<string, unknown>,
    });
  }
}
