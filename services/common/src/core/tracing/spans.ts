import { SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';

/** Without a collector (see `Tracing`) these do nothing, and cost next to nothing. */
const tracer = () => trace.getTracer('casement');

export interface SpanOptions {
  kind?: SpanKind;
  /** Ids, names and counts; never what a user typed, never a secret. */
  attributes?: Attributes;
}

/**
 * Runs `work` inside a span of the present correlation id's trace. A failure is recorded by its name alone: messages
 * may quote what a user typed.
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

/** Records work that is over, which may have outlived the process that began it. */
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
