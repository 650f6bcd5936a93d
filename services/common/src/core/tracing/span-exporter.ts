import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  RandomIdGenerator,
  type IdGenerator,
} from '@opentelemetry/sdk-trace-node';
import { newCorrelationId } from '../context/correlation-id.js';
import { correlationId } from '../context/request-context.js';
import { traceIdOf } from './trace-id.js';

/** How long a service that ends waits for a collector that does not answer. */
const EXPORT_TIMEOUT_MS = 3_000;

/** A trace is a correlation id, so that it goes wherever that goes: gRPC, outbox, events, and rows that wait for a worker. */
const ids: IdGenerator = {
  generateTraceId: () => traceIdOf(correlationId() ?? newCorrelationId()),
  generateSpanId: new RandomIdGenerator().generateSpanId,
};

/**
 * Makes the spans of this process go to a collector.
 *
 * @param endpoint the collector's, without `/v1/traces`
 * @returns what has to be shut down in the end, so that the last spans are sent
 */
export function exportSpans(service: string, endpoint: string): NodeTracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'casement',
    }),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  provider.register();
  return provider;
}
