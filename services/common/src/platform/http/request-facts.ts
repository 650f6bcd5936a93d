import type { Request, Response } from 'express';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns the method, or `other` for unknown methods, so that no caller can create new metric labels. */
export const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : 'other');

/** Returns the pattern of the matched route (`/api/user/topup/:id`), or `none` if no route has matched. */
export function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  // A path that no controller serves matches the framework's catch-all route.
  return typeof path === 'string' && !path.startsWith('*') ? path : 'none';
}

/**
 * Returns whether the request is an orchestrator's probe or a call of our own processes. The gateway does not route
 * these.
 */
export const isInternalRequest = ({ path }: Request): boolean =>
  /^\/(health|internal)\//.test(path);

/** An event stream stays open as long as the client reads it, so its duration says nothing about the service. */
export const isEventStream = (response: Response): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');
