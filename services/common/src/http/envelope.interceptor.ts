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
import { RAW_ANSWER } from './raw-answer.decorator.js';
import { Reply, reply } from './reply.js';

/** Puts every successful answer into `{ success, message, data }`. */
export class EnvelopeInterceptor implements NestInterceptor {
  private readonly reflector = new Reflector();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const handler = context.getHandler();
    const response = context.switchToHttp().getResponse<Response>();
    // Nest answers a POST with 201; here 201 is only for a handler that says so.
    if (!Reflect.hasMetadata(HTTP_CODE_METADATA, handler)) response.status(200);

    const raw = this.reflector.getAllAndOverride<string>(RAW_ANSWER, [handler, context.getClass()]);
    if (raw || Reflect.hasMetadata(SSE_METADATA, handler)) return next.handle();
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
