import { EFFECTS } from '@casement/proto/http/effects.js';
import { pageMeta } from '@casement/proto/http/envelope.js';
import { PAGE_SIZE } from '@casement/proto/limits.js';
import { headersOf } from '@casement/proto/http/idempotency.js';
import type { Route } from '@casement/proto/http/route.js';
import { z } from 'zod';
import type { HttpRoute } from '../routes/routes.js';
import { routeOfHandler } from '../http/route.decorator.js';
import { gatewayAnswers } from './gateway-answers.js';
import { jsonSchema, type Operation, type Parameter } from './open-api.js';

/** Description of the allowed callers and the name of their token. */
const ACCESS: Record<string, { who: string; token?: string }> = {
  public: { who: 'Any caller.' },
  'signed-in': { who: 'Any signed-in user.', token: 'accessToken' },
  admin: { who: 'Administrators.', token: 'accessToken' },
  agent: { who: 'The RAM stage of an install.', token: 'agentToken' },
};

const STEP_UP =
  'Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED.';
const STEP_UP_IN_BULK = `Beyond the first ${PAGE_SIZE} rows: ${STEP_UP}`;

const IDEMPOTENCY = {
  answer:
    'With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`.',
  id: 'With an `Idempotency-Key` the call takes effect once in 24 hours. The response contains a secret and is not stored, so a repeat gets 409 IDEMPOTENCY_ANSWER_NOT_KEPT with the `id` of the created object in `details`.',
};
const IDEMPOTENCY_CONFLICTS =
  'While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED.';

/** Describes one route in the API document. */
export function describeRoute(service: string, route: HttpRoute): Operation {
  const access = ACCESS[route.access];
  if (!access) throw new Error(`${nameOf(route)}: the access "${route.access}" is not described`);
  const described = routeOfHandler(route.handler);
  if (!described) throw new Error(`${nameOf(route)} is in no route table: add @Route`);
  return {
    tags: [service],
    operationId: operationId(route),
    summary: summaryOf(route),
    description: [
      access.who,
      ...stepUpOf(described),
      ...(described.idempotency ? [IDEMPOTENCY[described.idempotency], IDEMPOTENCY_CONFLICTS] : []),
      ...keysIn(route, described),
    ].join(' '),
    security: securityOf(route, access.token),
    parameters: parametersOf(described),
    ...bodyOf(described),
    responses: {
      ...answerOf(described),
      ...gatewayAnswers(described, route.access),
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

function stepUpOf({ effect }: Route): string[] {
  const { stepUp } = EFFECTS[effect];
  if (!stepUp) return [];
  return [stepUp === 'bulk' ? STEP_UP_IN_BULK : STEP_UP];
}

function keysIn({ access, keyScope }: HttpRoute, { effect }: Route): string[] {
  const without = EFFECTS[effect].stepUp ? ', without that confirmation' : '';
  if (keyScope) return [`API keys with \`${keyScope}\`${without}.`];
  return ACCESS[access]?.token === 'accessToken' ? ['No API key.'] : [];
}

/** OpenAPI treats the entries as alternatives: any one of them is sufficient. */
const securityOf = ({ keyScope }: HttpRoute, token: string | undefined): Operation['security'] => [
  ...(token ? [{ [token]: [] }] : []),
  ...(keyScope ? [{ apiKey: [] }] : []),
];

function parametersOf(route: Route): Parameter[] {
  const { params = {}, query } = route;
  const all = (location: Parameter['in'], schemas: Readonly<Record<string, z.ZodType>>) =>
    Object.entries(schemas).map(([name, schema]) => ({
      name,
      in: location,
      required: location === 'path' || !schema.safeParse(undefined).success,
      schema: jsonSchema(schema, 'input'),
    }));
  return [
    ...all('path', params),
    ...all('query', query?.shape ?? {}),
    ...all('header', headersOf(route)),
  ];
}

function bodyOf({ body, bytes, file, form }: Route): Pick<Operation, 'requestBody'> {
  if (bytes) {
    const schema = { type: 'string', format: 'binary' };
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } };
  }
  if (!body) return {};
  const schema = jsonSchema(body, 'input');
  if (file) {
    schema['properties'] = {
      ...(schema['properties'] as object),
      [file]: { type: 'string', format: 'binary' },
    };
  }
  const json = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const type = file ? 'multipart/form-data' : json;
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

function answerOf(route: Route): Operation['responses'] {
  const { answer, status = 200, or, raw } = route;
  if (raw) {
    const schema = answer ? { schema: jsonSchema(answer, 'output') } : {};
    return { [status]: { description: 'Without the envelope.', content: { [raw]: schema } } };
  }
  const content = {
    'application/json': { schema: jsonSchema(envelopeOf(route), 'output') },
    ...(or ? { [or]: {} } : {}),
  };
  return { [status]: { description: 'Success.', content } };
}

function envelopeOf({ answer, paged = false, meta = paged, extra = {} }: Route): z.ZodType {
  const data = answer ?? z.null();
  return z.object({
    success: z.literal(true),
    message: z.string(),
    data: paged ? z.array(data) : data,
    ...(meta ? { meta: pageMeta } : {}),
    ...extra,
  });
}

const nameOf = ({ method, path }: HttpRoute) => `${method} ${path}`;

/** Example: `post-user-topup-bpay-verify`. */
const operationId = (route: HttpRoute) =>
  (
    nameOf(route)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  ).join('-');

/** Example: `AdminUsersController.changeRole` → `Admin users: change role`. */
function summaryOf({ controller, handler }: HttpRoute): string {
  const words = (name: string) =>
    name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words(controller.name.replace(/Controller$/, ''))}: ${words(handler.name)}`;
}
