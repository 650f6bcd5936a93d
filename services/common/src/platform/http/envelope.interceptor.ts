import {
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Success } from '@casement/proto/http/envelope.js';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { perRoute } from './per-route.js';
import { Reply, reply } from './reply.js';
import { routeOfHandler } from './route.decorator.js';

/** Sets the route's status and wraps every successful response in `{ success, message, data }`. */
export class EnvelopeInterceptor implements NestInterceptor {
  private readonly routeOf = perRoute(routeOfHandler);

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const route = this.routeOf(context);
    // Nest's default for a POST is 201; our default is 200 for all methods.
    context
      .switchToHttp()
      .getResponse<Response>()
      .status(route?.status ?? 200);

    if (route?.raw) return next.handle();
    return next.handle().pipe(
      map((value: unknown) => {
        if (value instanceof StreamableFile) return value;
        return envelope(value instanceof Reply ? value : reply(value));
      }),
    );
  }
}

function envelope({ data, message, options }: Reply): Success<unknown> {
  return {
    success: true,
    message,
    data: data ?? null,
    ...(options.meta ? { meta: options.meta } : {}),
    ...options.extra,
  };
}
