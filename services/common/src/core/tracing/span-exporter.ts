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

/** Maximum wait of a stopping service for an unresponsive collector. */
const EXPORT_TIMEOUT_MS = 3_000;

/**
 * Uses the correlation id as trace id, so that one trace spans gRPC calls, outbox, events and rows that wait for a
 * worker.
 */
const ids: IdGenerator = {
  generateTraceId: () => traceIdOf(correlationId() ?? newCorrelationId()),
  generateSpanId: new RandomIdGenerator().generateSpanId,
};

/**
 * Exports the spans of this process to a collector.
 *
 * @param endpoint URL of the collector, without `/v1/traces`
 * @returns the provider, which must be shut down to send the last spans
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
