import type { Failure } from '@casement/proto/http/envelope.js';
import type { Request, Response } from 'express';
// Declares our fields on the request.
import type {} from './context.middleware.js';
import type { BlockNotice } from '../../core/context/request-context.js';
import { newCorrelationId } from '../../core/context/correlation-id.js';
import { withoutTokens } from '../../core/logging/redaction.js';
import { DomainError } from '../../core/errors/domain-error.js';
import { errorKinds } from '../../core/errors/error-kind.js';
import { logRequestError } from '../../core/errors/log-error.js';
import { toDomainError } from '../../core/errors/to-domain-error.js';

/** Sends a refusal or failure in the standard envelope and logs it. */
export function answerWithError(thrown: unknown, request: Request, response: Response): void {
  const context = request.casement;
  let error = toDomainError(thrown);
  const refused = error.kind === 'unauthenticated' || error.kind === 'forbidden';
  if (context?.addressBlocked && refused) {
    error = new AddressBlocked(context.addressBlocked, error);
  }
  logRequestError(error, {
    correlationId: context?.correlationId,
    userId: context?.actor?.userId,
    method: request.method,
    path: withoutTokens(request.path),
  });

  // The response has already begun, so the connection is closed to show the client that it is incomplete.
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error.retryAfterSeconds !== undefined) {
    response.setHeader('Retry-After', String(Math.ceil(error.retryAfterSeconds)));
  }
  const body: Failure = {
    success: false,
    message: error.message,
    code: error.code,
    correlationId: context?.correlationId ?? newCorrelationId(),
    ...(error.details ? { details: error.details } : {}),
  };
  // Replaces a type that the route's @Header has set for success.
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.status(errorKinds[error.kind].http).json(body);
}

/** 403 with the end of the block and a contact. Omits the reason of the block, which would help an attacker. */
export class AddressBlocked extends DomainError {
  constructor({ until, supportEmail }: BlockNotice, cause?: unknown) {
    const end = until ? ` until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';
    const support = supportEmail === '' ? 'contact our support' : `write to ${supportEmail}`;
    const message = `Your IP address is blocked${end}. If you think this is a mistake, please ${support}.`;
    super('forbidden', 'IP_BLOCKED', message, {
      cause,
      details: [
        ...(until ? [{ path: 'expires_at', message: until.toISOString() }] : []),
        ...(supportEmail === '' ? [] : [{ path: 'appeal', message: supportEmail }]),
      ],
      ...(until && { retryAfterSeconds: Math.max(1, (until.getTime() - Date.now()) / 1000) }),
    });
  }
}
