import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { context, propagation, trace } from '@opentelemetry/api';
import type { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { BaseConfig } from '../config/base-config.js';
import { SERVICE_NAME } from '../config/service-name.js';

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

  async onModuleInit(): Promise<void> {
    const endpoint = this.config.OTEL_EXPORTER_OTLP_ENDPOINT;
    if (endpoint === '') return;
    // A tenth of all modules of a service, and most installations have no collector.
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
