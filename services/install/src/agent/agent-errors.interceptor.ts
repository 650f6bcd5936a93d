import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { catchError, throwError, type Observable } from 'rxjs';
import { ZodError } from 'zod';
import { AgentRefused } from '@casement/install-engine/agent-api/agent-session.js';
import { agentErrors } from './agent.errors.js';

@Injectable()
export class AgentErrors implements NestInterceptor {
  constructor(private readonly signals: Signals) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) =>
        throwError(() => {
          if (error instanceof AgentRefused) return this.refused(error);
          if (error instanceof ZodError) return agentErrors.invalidForm(error);
          return error;
        }),
      ),
    );
  }

  private refused(error: AgentRefused): DomainError {
    if (error.code === 'COMMIT_REFUSED') return agentErrors.commitRefused();
    if (error.code === 'FETCHED_TOO_MUCH') return agentErrors.fetchedTooMuch();
    this.signals.raise({ kind: 'agent_token_refused' });
    if (error.code === 'AGENT_ELSEWHERE') return agentErrors.elsewhere();
    return agentErrors.tokenInvalid();
  }
}
