import { SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';

/** Spans do nothing and cost almost nothing without a collector (see `Tracing`). */
const tracer = () => trace.getTracer('casement');

export interface SpanOptions {
  kind?: SpanKind;
  /** Ids, names and counts. Never user input or secrets. */
  attributes?: Attributes;
}

/**
 * Runs `work` in a span of the current correlation id's trace. A failure is recorded only by its name because
 * messages may quote user input.
 */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      markFailed(span, error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Records finished work, which may have outlived the process that started it. */
export function recordSpan(
  name: string,
  times: { from: Date; to: Date },
  attributes: Attributes,
  failure?: string,
): void {
  const span = tracer().startSpan(name, { startTime: times.from, attributes });
  if (failure !== undefined) markFailed(span, failure);
  span.end(times.to);
}

export function startSpan(name: string, options: SpanOptions): Span {
  return tracer().startSpan(name, options);
}

export function markFailed(span: Span, message: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}
