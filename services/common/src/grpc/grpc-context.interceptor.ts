import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Metadata } from '@grpc/grpc-js';
import { Observable } from 'rxjs';
import { correlationIdFrom } from '../context/correlation-id.js';
import { runInContext } from '../context/request-context.js';
import { CORRELATION_METADATA } from './proto-options.js';

/** Takes the caller's correlation id over into the call. Events bring theirs by the transport. */
export class GrpcContextInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const metadata = execution.getArgByIndex<unknown>(1);
    if (execution.getType() !== 'rpc' || !(metadata instanceof Metadata)) return next.handle();
    const context = { correlationId: correlationIdFrom(metadata.get(CORRELATION_METADATA)[0]) };
    return new Observable((subscriber) =>
      runInContext(context, () => next.handle().subscribe(subscriber)),
    );
  }
}
