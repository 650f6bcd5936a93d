import type { Request, Response } from 'express';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns the method, or `other` for unknown ones, so that no caller can invent labels. */
export const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : 'other');

/** Returns the route pattern (`/api/user/topup/:id`) once it was found, otherwise `none`. */
export function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  // A path without a controller ends in the framework's catch-all route.
  return typeof path === 'string' && !path.startsWith('*') ? path : 'none';
}

/**
 * Returns whether the request is an orchestrator's probe or a call of our own processes. The gateway does not route
 * these.
 */
export const isInternalRequest = ({ path }: Request): boolean =>
  /^\/(health|internal)\//.test(path);

/** Event streams last as long as the client reads. */
export const isEventStream = (response: Response): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');
