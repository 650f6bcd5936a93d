import type { IncomingMessage } from 'node:http';

const MAX_LINE_LENGTH = 8192;
/** Bytes added per header line: colon, space and line end. */
const LINE_OVERHEAD = 4;
const SINGLE_HEADERS = ['host', 'authorization'];
/** Host names that nginx accepts: no slash, no space, no two dots in a row. */
const HOST = /^(?!.*\.\.)[!-.0-~]+$/;
type Refusal = [status: number, message: string];
const BAD_REQUEST: Refusal = [400, 'Bad request'];

/**
 * Returns nginx's refusal of a request, sent before Kong looks for a route; undefined if nginx accepts the request.
 *
 * @param path undefined if it is malformed
 */
export function refusedByNginx(req: IncomingMessage, path?: string): Refusal | undefined {
  const { rawHeaders: raw, headers, url = '' } = req;
  if (url.length > MAX_LINE_LENGTH) return [414, 'URI too long'];
  if (req.httpVersionMajor > 1) return [505, 'HTTP version not supported'];
  const names = raw.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
  const isLong = (name: string, i: number) =>
    name.length + (raw[2 * i + 1] ?? '').length + LINE_OVERHEAD > MAX_LINE_LENGTH;
  const isTwice = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  if (path === undefined || names.some(isLong) || SINGLE_HEADERS.some(isTwice)) return BAD_REQUEST;
  if (!HOST.test(headers.host ?? 'none')) return BAD_REQUEST;
  const coding = headers['transfer-encoding']?.toLowerCase();
  if (coding && req.httpVersion === '1.0') return BAD_REQUEST;
  if (coding && coding !== 'chunked') return [501, 'Not implemented'];
  return req.method === 'TRACE' ? [405, 'Method not allowed'] : undefined;
}
