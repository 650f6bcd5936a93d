import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';

/** The token of `Authorization: Bearer …`, or '' which no install has. */
export const AgentToken = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { headers } = context.switchToHttp().getRequest<IncomingMessage>();
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
});
