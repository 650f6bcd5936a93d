import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../../core/errors/domain-error.js';
import type { Actor } from '../../core/context/actor.js';

/** Injects the signed-in user. Only for routes with `@SignedIn()` or `@AdminOnly()`. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const actor = context.switchToHttp().getRequest<Request>().casement?.actor;
  if (!actor) throw new DomainError('unauthenticated', 'UNAUTHENTICATED', 'Please sign in.');
  return actor;
});
