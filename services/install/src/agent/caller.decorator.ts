import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { currentContext } from '@casement/common/core/context/request-context.js';
import type { AgentCaller } from '@casement/install-engine/agent-api/ports.js';

/** Token of `Authorization: Bearer …`. An empty string if there is none, which matches no install. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): AgentCaller => {
  const { headers } = context.switchToHttp().getRequest<IncomingMessage>();
  return {
    token: /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '',
    address: currentContext()?.clientAddress ?? '',
  };
});
