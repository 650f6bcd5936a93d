/** Server-Sent Events controlled by a test. */
export class TestStream {
  /** Last-Event-ID of each connection; null for the first. */
  readonly lastEventIds: (string | null)[] = [];
  readonly opened: Promise<void>;
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  private hasOpened: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => (this.hasOpened = resolve));
  }

  answer(request?: Request): Response {
    this.lastEventIds.push(request?.headers.get('last-event-id') ?? null);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller;
        this.hasOpened();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  send({ event, id, data }: { event: string; id?: string; data: unknown }): void {
    this.write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  write(text: string): void {
    this.controller?.enqueue(new TextEncoder().encode(text));
  }

  /** Breaks the connection. */
  close(): void {
    this.controller?.close();
    this.controller = null;
  }
}
