import type { IncomingMessage } from 'node:http';

/**
 * The exact Lua that kong.yml may contain, with the equivalent behavior of this gateway next to each text. Any other
 * text stops the start.
 */
const SHAPE = 'type(id) == "table" or #id < 8 or #id > 64 or not id:find("^[%w._-]+$")';
export const CHECK_ID = `local id = ngx.req.get_headers(0)["x-request-id"]
if id and (${SHAPE}) then
  ngx.req.clear_header("X-Request-Id")
end`;
/**
 * In Kong, only nginx refuses requests before CHECK_ID. Here CHECK_ID comes first. `refuse` in forward.ts sends
 * Retry-After.
 */
export const HEADER_FILTER = `local id = ngx.header["X-Request-Id"]
if id and (${SHAPE}) then
  ngx.header["X-Request-Id"] = ngx.var.request_id
end
if ngx.status == 503 and kong.response.get_source() ~= "service" then
  ngx.header["Retry-After"] = 2
end`;
export const CHECK_FRAMING = `local _, truncated = ngx.req.get_headers()
if truncated then
  return kong.response.error(431, "Too many headers")
end
local route = kong.router.get_route()
if ngx.var.http_transfer_encoding and not (route and route.name == "billing-callbacks") then
  return kong.response.error(411, "Length Required")
end
if (ngx.var.http_connection or ""):lower():find("content-length", 1, true) then
  return kong.response.error(400, "Bad request")
end`;
/** Node joins repeated headers with a comma, which is not valid in an ID. */
export const isPlainId = (id: unknown): boolean => /^[\w.-]{8,64}$/.test(String(id));

/** Value of each log field, by the Lua text that kong.yml must contain for it. */
export const LOG_FIELDS: Record<string, (req: IncomingMessage) => unknown> = {
  'return nil': () => undefined,
  [`local headers = kong.request.get_headers()
return { origin = headers["origin"], ["sec-fetch-site"] = headers["sec-fetch-site"] }`]: (req) => ({
    origin: req.headers.origin,
    'sec-fetch-site': req.headers['sec-fetch-site'],
  }),
  [`local path = (ngx.var.request_uri or ""):gsub("%?.*", "")
return (ngx.re.gsub(path, [=[(^|/)(?![\\w.-]{0,24}(/|$))[^/]+]=], "$1[token]", "jo"))`]: (req) =>
    (req.url ?? '').replace(/\?.*/s, '').replace(/(^|\/)(?![\w.-]{0,24}(\/|$))[^/]+/g, '$1[token]'),
};
