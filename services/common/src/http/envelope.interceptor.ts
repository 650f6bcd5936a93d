import {
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { HTTP_CODE_METADATA, SSE_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import type { Success } from '@casement/proto/http/envelope.js';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { perRoute } from './per-route.js';
import { RAW_ANSWER } from './raw-answer.decorator.js';
import { Reply, reply } from './reply.js';

/** Puts every successful answer into `{ success, message, data }`. */
export class EnvelopeInterceptor implements NestInterceptor {
  private readonly reflector = new Reflector();
  private readonly formOf = perRoute((handler, controller) => ({
    // Nest answers a POST with 201; here 201 is only for a handler that states it.
    hasOwnStatus: Reflect.hasMetadata(HTTP_CODE_METADATA, handler),
    isRaw:
      Reflect.hasMetadata(SSE_METADATA, handler) ||
      Boolean(this.reflector.getAllAndOverride<string>(RAW_ANSWER, [handler, controller])),
  }));

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    const { hasOwnStatus, isRaw } = this.formOf(context);
    if (!hasOwnStatus) response.status(200);
    if (isRaw) return next.handle();
    return next.handle().pipe(
      map((value: unknown) => {
        if (value instanceof StreamableFile) return value;
        const answer = value instanceof Reply ? value : reply(value);
        if (answer.options.status) response.status(answer.options.status);
        return envelope(answer);
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
