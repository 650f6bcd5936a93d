import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { context, propagation, trace } from '@opentelemetry/api';
import type { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { BaseConfig } from '../config/base-config.js';
import { SERVICE_NAME } from '../config/service-name.js';

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP. Disabled without OTEL_EXPORTER_OTLP_ENDPOINT. An
 * unavailable collector only loses its spans.
 */
@Injectable()
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  private provider: NodeTracerProvider | undefined;

  constructor(
    @Inject(SERVICE_NAME) private readonly service: string,
    private readonly config: BaseConfig,
  ) {}

  async onModuleInit(): Promise<void> {
    const endpoint = this.config.OTEL_EXPORTER_OTLP_ENDPOINT;
    if (endpoint === '') return;
    // Loaded on demand: it makes up a tenth of a service's modules, and most installations have no collector.
    const { exportSpans } = await import('./span-exporter.js');
    this.provider = exportSpans(this.service, endpoint);
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.provider) return;
    await this.provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
    propagation.disable();
  }
}
