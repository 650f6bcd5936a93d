import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import { pageMeta } from '@casement/proto/http/envelope.js';
import { z } from 'zod';
import type { HttpRoute } from '../bootstrap/routes.js';
import { ANSWERS, type Answer } from '../http/answers.decorator.js';
import { RAW_ANSWER } from '../http/raw-answer.decorator.js';
import { jsonSchema } from './json-schema.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = Operation['responses'];

/** Who may call, in words, and the name of the token that it takes. */
const ACCESS: Record<string, { who: string; token?: string }> = {
  public: { who: 'Anybody.' },
  'signed-in': { who: 'Whoever is signed in.', token: 'accessToken' },
  admin: { who: 'Administrators.', token: 'accessToken' },
  agent: { who: 'The RAM stage of an install.', token: 'agentToken' },
};

/** What the framework knows of a route (its parameters and its body), and what our own decorators say of it. */
export function describeRoute(service: string, route: HttpRoute, known: Operation): Operation {
  const access = ACCESS[route.access];
  if (!access) throw new Error(`${nameOf(route)}: nobody has said what "${route.access}" means`);
  return {
    tags: [service],
    operationId: operationId(route),
    summary: summaryOf(route),
    description: access.who,
    security: access.token ? [{ [access.token]: [] }] : [],
    // A header is read by hand: it may be missing, whatever is then answered.
    parameters: (known.parameters ?? []).map((one) =>
      'in' in one && one.in === 'header' ? { ...one, required: false } : one,
    ),
    ...bodyOf(route, known),
    responses: {
      ...answerOf(route),
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

function answerOf(route: HttpRoute): Responses {
  const raw = said<string>(RAW_ANSWER, route);
  if (raw) return { 200: { description: 'As it is.', content: { [raw]: {} } } };
  const answer = said<Answer>(ANSWERS, route);
  if (!answer) throw new Error(`${nameOf(route)} does not say what it answers: give it @Answers`);
  const { schema, status = 200, paged = false, meta = paged, extra = {}, or } = answer;
  const data = schema ?? z.null();
  const envelope = z.object({
    success: z.literal(true),
    message: z.string(),
    data: paged ? z.array(data) : data,
    ...(meta ? { meta: pageMeta } : {}),
    ...extra,
  });
  const content = {
    'application/json': { schema: jsonSchema(envelope, 'output') },
    ...(or ? { [or]: {} } : {}),
  };
  return { [status]: { description: 'Done.', content } };
}

/** With a file beside its fields it is a form. */
function bodyOf({ controller, handler }: HttpRoute, { requestBody }: Operation) {
  if (!requestBody) return {};
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {}) as object;
  const takesFile = Object.keys(args).some((key) => key.startsWith(`${RouteParamtypes.FILE}:`));
  if (!takesFile || !('content' in requestBody)) return { requestBody };
  const fields = Object.values(requestBody.content)[0]?.schema as { properties?: object };
  const schema = {
    ...fields,
    properties: { ...fields.properties, image: { type: 'string', format: 'binary' } },
  };
  return { requestBody: { ...requestBody, content: { 'multipart/form-data': { schema } } } };
}

const said = <T>(key: string, { controller, handler }: HttpRoute): T | undefined =>
  (Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller)) as T | undefined;

const nameOf = ({ method, path }: HttpRoute) => `${method} ${path}`;

/** `post-user-topup-bpay-verify` */
const operationId = (route: HttpRoute) =>
  nameOf(route)
    .toLowerCase()
    .match(/[a-z0-9]+/g)!
    .join('-');

/** `AdminUsersController.changeRole` → `Admin users: change role` */
function summaryOf({ controller, handler }: HttpRoute): string {
  const words = (name: string) =>
    name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words(controller.name.replace(/Controller$/, ''))}: ${words(handler.name)}`;
}
