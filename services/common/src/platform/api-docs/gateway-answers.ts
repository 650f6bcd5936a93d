import type { Route } from '@casement/proto/http/route.js';
import type { Answer, Content, Operation } from './open-api.js';

/** The gateway sends its errors in the first of these types that the caller accepts, otherwise as JSON. */
const OTHER_TYPES = ['text/html', 'text/plain', 'application/xml'];

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (...schemas: string[]): Content => ({
  'application/json': {
    schema: schemas.length > 1 ? { anyOf: schemas.map(ref) } : ref(schemas[0] ?? ''),
  },
});
const otherTypes = (): Content =>
  Object.fromEntries(OTHER_TYPES.map((type) => [type, { schema: { type: 'string' } }]));

const envelope = (code: string) => ({
  type: 'object',
  description: 'The correlation id of this answer is its header X-Request-Id.',
  required: ['success', 'message', 'code'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    message: { type: 'string' },
    code: { type: 'string', enum: [code] },
  },
  additionalProperties: false,
});

/**
 * Schemas of errors sent by the gateway itself (gateway/kong.yml, error.json). Services may use the same statuses.
 */
export const gatewaySchemas = {
  GatewayError: envelope('GATEWAY_ERROR'),
  UnknownPath: envelope('NOT_FOUND'),
};

const gatewayError = (description: string): Answer => ({
  description,
  content: { ...json('Failure', 'GatewayError'), ...otherTypes() },
});

export const gatewayResponses: Record<string, Answer> = {
  BadRequest: gatewayError('The request is not valid; by the gateway: it is not HTTP.'),
  NotFound: {
    description:
      'There is no such thing; by the gateway: there is no such path, or it is no UTF-8.',
    content: { ...json('Failure', 'UnknownPath', 'GatewayError'), ...otherTypes() },
  },
  LengthRequired: gatewayError(
    'The body has no Content-Length, e.g. because it is sent in chunks.',
  ),
  PayloadTooLarge: gatewayError('The body is too large.'),
  UriTooLong: gatewayError('The address is longer than 8 KiB.'),
  TooManyRequests: {
    ...gatewayError('Too many calls from this address; by a service: too many of this kind.'),
    headers: {
      'Retry-After': {
        description: 'Seconds until a call is accepted again.',
        schema: { type: 'integer' },
      },
    },
  },
  HeadersTooLarge: gatewayError('The request has more than 100 headers.'),
  BadGateway: gatewayError('The service cannot be reached, or its own dependency failed.'),
  ServiceUnavailable: gatewayError('The service, or what it needs, is not available.'),
  GatewayTimeout: gatewayError('The service, or what it needs, did not answer in time.'),
};

/**
 * Returns the responses that the gateway itself can send for an operation, by status. The gateway does not rate-limit
 * the RAM stage.
 */
export function gatewayAnswers(route: Route, access: string): Operation['responses'] {
  const answer = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return {
    400: answer('BadRequest'),
    ...(access === 'agent' && { 401: answer('Failure') }),
    404: answer('NotFound'),
    411: answer('LengthRequired'),
    ...((route.body || route.bytes) && { 413: answer('PayloadTooLarge') }),
    414: answer('UriTooLong'),
    ...(access !== 'agent' && { 429: answer('TooManyRequests') }),
    431: answer('HeadersTooLarge'),
    502: answer('BadGateway'),
    503: answer('ServiceUnavailable'),
    504: answer('GatewayTimeout'),
  };
}
