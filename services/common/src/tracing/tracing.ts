import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { context, propagation, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  RandomIdGenerator,
  type IdGenerator,
} from '@opentelemetry/sdk-trace-node';
import { BaseConfig } from '../config/base-config.js';
import { newCorrelationId } from '../context/correlation-id.js';
import { correlationId } from '../context/request-context.js';
import { SERVICE_NAME } from '../bootstrap/tokens.js';
import { traceIdOf } from './trace-id.js';

/** How long a service that ends waits for a collector that does not answer. */
const EXPORT_TIMEOUT_MS = 3_000;

/** A trace is a correlation id, so that it goes wherever that goes: gRPC, outbox, events, and rows that wait for a worker. */
const ids: IdGenerator = {
  generateTraceId: () => traceIdOf(correlationId() ?? newCorrelationId()),
  generateSpanId: new RandomIdGenerator().generateSpanId,
};

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP; without OTEL_EXPORTER_OTLP_ENDPOINT there are none. A
 * collector that is away costs its spans and nothing else.
 */
@Injectable()
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  private provider: NodeTracerProvider | undefined;

  constructor(
    @Inject(SERVICE_NAME) private readonly service: string,
    private readonly config: BaseConfig,
  ) {}

  onModuleInit(): void {
    const endpoint = this.config.OTEL_EXPORTER_OTLP_ENDPOINT;
    if (endpoint === '') return;
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      timeoutMillis: EXPORT_TIMEOUT_MS,
    });
    this.provider = new NodeTracerProvider({
      resource: resourceFromAttributes({
        'service.name': this.service,
        'service.namespace': 'casement',
      }),
      idGenerator: ids,
      spanProcessors: [
        new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_TIMEOUT_MS }),
      ],
    });
    this.provider.register();
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.provider) return;
    await this.provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
    propagation.disable();
  }
}
