import { Catch, type ArgumentsHost } from '@nestjs/common';
import { Metadata, type ServiceError } from '@grpc/grpc-js';
import type { Request, Response } from 'express';
import { throwError, type Observable } from 'rxjs';
import { EventContext } from '../../messaging/event-context.js';
import type { DomainError } from '../../core/errors/domain-error.js';
import { errorKinds } from '../../core/errors/error-kind.js';
import { answerWithError } from './answer-with-error.js';
import { logError } from '../../core/errors/log-error.js';
import { toDomainError } from '../../core/errors/to-domain-error.js';

/** Metadata that lets a client rebuild the error that the server threw. */
export const ERROR_KIND = 'casement-error-kind';
export const ERROR_CODE = 'casement-error-code';
export const ERROR_DETAILS = 'casement-error-details-bin';

/** The one filter of a service: each transport translates errors in its own way. */
@Catch()
export class ErrorFilter {
  catch(thrown: unknown, host: ArgumentsHost): void | Observable<never> {
    if (host.getType() === 'http') {
      const http = host.switchToHttp();
      return answerWithError(thrown, http.getRequest<Request>(), http.getResponse<Response>());
    }
    // The transport decides between retry and dead letter, and needs the error as it is.
    if (host.getArgByIndex(1) instanceof EventContext) return throwError(() => thrown);
    const error = toDomainError(thrown);
    logError(error, { transport: 'grpc' });
    return throwError(() => toServiceError(error));
  }
}

function toServiceError(error: DomainError): Partial<ServiceError> {
  const metadata = new Metadata();
  metadata.set(ERROR_KIND, error.kind);
  metadata.set(ERROR_CODE, error.code);
  if (error.details) metadata.set(ERROR_DETAILS, Buffer.from(JSON.stringify(error.details)));
  return { code: errorKinds[error.kind].grpc, details: error.message, metadata };
}
