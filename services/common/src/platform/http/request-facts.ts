import type { Request, Response } from 'express';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The methods there are, and `other`: no caller can make labels up. */
export const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : 'other');

/** The route as it was written (`/api/user/topup/:id`), once it was found; `none` where there is none. */
export function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  // A path without a controller ends in the framework's own catch-all.
  return typeof path === 'string' && !path.startsWith('*') ? path : 'none';
}

/** Probes of the orchestrator and calls of our own processes; the gateway does not route these. */
export const isHousekeeping = ({ path }: Request): boolean => /^\/(health|internal)\//.test(path);

/** It lasts as long as a client reads. */
export const isEventStream = (response: Response): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');
