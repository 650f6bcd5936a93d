import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  attributes: Record<string, unknown>;
  failure?: string;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

/** JSON form of trace_service.proto (opentelemetry-proto), reduced to the fields used here. */
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        attributes: Attribute[];
        status: { code?: number; message?: string };
      }[];
    }[];
  }[];
}

/** OpenTelemetry collector that stores the data received by OTLP over HTTP. */
export class TestCollector {
  readonly spans: CollectedSpan[] = [];
  /** All received text, to be searched for data that must not be in it. */
  received = '';

  private constructor(
    readonly url: string,
    readonly close: () => void,
  ) {}

  static async start(): Promise<TestCollector> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        if (request.url === '/v1/traces') collector.take(body);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const collector = new TestCollector(`http://127.0.0.1:${port}`, () => {
      server.closeAllConnections();
      server.close();
    });
    return collector;
  }

  /** Returns the spans in the order of their start. */
  ofTrace(traceId: string): CollectedSpan[] {
    return this.spans
      .filter((span) => span.traceId === traceId)
      .sort((one, other) => one.from - other.from);
  }

  private take(body: string): void {
    this.received += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as ExportRequest).resourceSpans) {
      const service = String(read(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        const { traceId, spanId, parentSpanId, name, status } = span;
        this.spans.push({
          service,
          traceId,
          spanId,
          ...(parentSpanId ? { parentSpanId } : {}),
          name,
          from: Number(span.startTimeUnixNano) / 1e6,
          to: Number(span.endTimeUnixNano) / 1e6,
          attributes: read(span.attributes),
          ...(status.code === 2 ? { failure: status.message ?? '' } : {}),
        });
      }
    }
  }
}

const read = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
