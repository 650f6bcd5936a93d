import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Metadata, type ServerUnaryCall } from '@grpc/grpc-js';
import { context, propagation, SpanKind, type TextMapGetter } from '@opentelemetry/api';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import { correlationIdFrom } from '../../core/context/correlation-id.js';
import { runInContext } from '../../core/context/request-context.js';
import { inSpan } from '../../core/tracing/spans.js';
import { CORRELATION_METADATA } from './proto-options.js';

const getter: TextMapGetter<Metadata> = {
  keys: (metadata) => Object.keys(metadata.getMap()),
  get: (metadata, key) => metadata.get(key).map(String),
};

/**
 * Runs a gRPC call with the caller's correlation id and in a span of its own. For events, JetStreamServer does this.
 */
export class GrpcContextInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const metadata = execution.getArgByIndex<unknown>(1);
    if (execution.getType() !== 'rpc' || !(metadata instanceof Metadata)) return next.handle();
    const call = execution.getArgByIndex<ServerUnaryCall<unknown, unknown>>(2);
    const correlation = { correlationId: correlationIdFrom(metadata.get(CORRELATION_METADATA)[0]) };
    const answer = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    const inCaller = propagation.extract(context.active(), metadata, getter);
    return defer(() =>
      runInContext(correlation, () =>
        context.with(inCaller, () => inSpan(call.getPath(), { kind: SpanKind.SERVER }, answer)),
      ),
    );
  }
}
