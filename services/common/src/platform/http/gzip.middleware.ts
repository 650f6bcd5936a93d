import { gzipSync } from 'node:zlib';
import type { NextFunction, Request, Response } from 'express';

/** Shorter responses fit into few packets without compression. */
const MIN_LENGTH = 4_096;
/** Low levels save most of the size for little CPU time, during which the caller waits. */
const OPTIONS = { level: 3 };

/**
 * Compresses JSON responses of at least MIN_LENGTH for callers that accept gzip. Streams and files are not
 * compressed.
 */
export function gzipJson(request: Request, response: Response, next: NextFunction): void {
  if (!request.headers['accept-encoding'] || !request.acceptsEncodings('gzip')) return next();
  const send = response.send.bind(response);
  response.send = (body: unknown) => {
    const isJson = String(response.getHeader('content-type')).startsWith('application/json');
    if (typeof body !== 'string' || !isJson) return send(body);
    response.vary('Accept-Encoding');
    if (body.length < MIN_LENGTH) return send(body);
    response.setHeader('Content-Encoding', 'gzip');
    return send(gzipSync(body, OPTIONS));
  };
  next();
}
