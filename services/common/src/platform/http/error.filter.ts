import { Catch, type ArgumentsHost } from '@nestjs/common';
import type { Request, Response } from 'express';
import { throwError, type Observable } from 'rxjs';
import { logError } from '../../core/errors/log-error.js';
import { toDomainError } from '../../core/errors/to-domain-error.js';
import { EventContext } from '../../messaging/event-context.js';
import { toServiceError } from '../grpc/service-error.js';
import { answerWithError } from './answer-with-error.js';

/** Global exception filter of a service. HTTP, gRPC and events each report errors in their own format. */
@Catch()
export class ErrorFilter {
  catch(thrown: unknown, host: ArgumentsHost): void | Observable<never> {
    if (host.getType() === 'http') {
      const http = host.switchToHttp();
      return answerWithError(thrown, http.getRequest<Request>(), http.getResponse<Response>());
    }
    // The JetStream transport decides between retry and dead letter and needs the original error.
    if (host.getArgByIndex(1) instanceof EventContext) return throwError(() => thrown);
    const error = toDomainError(thrown);
    logError(error, { transport: 'grpc' });
    return throwError(() => toServiceError(error));
  }
}
