import 'reflect-metadata';
import type { ServiceDefinition } from '../bootstrap/service-definition.js';
import { describeService } from './describe-service.js';
import { gatewayResponses, gatewaySchemas } from './gateway-answers.js';
import type { OpenApiDocument, Paths } from './open-api.js';

/** Schema of every refusal and failure, see `Failure` in proto/http/envelope.ts. */
const failure = {
  type: 'object',
  required: ['success', 'message', 'code', 'correlationId'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    message: { type: 'string', description: 'For the user.' },
    code: { type: 'string', description: 'For programs; it does not change.' },
    correlationId: {
      type: 'string',
      description: 'It is in the log of every service that worked on the request.',
    },
    details: {
      type: 'array',
      description: 'Of a request that is not valid: each field and its problem.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          code: { type: 'string', description: 'Of the rule; it stays as it is.' },
        },
      },
    },
  },
};

/** Builds one OpenAPI document of the public API of all services. */
export async function apiDocument(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each has a configuration of its own
  definitions: readonly ServiceDefinition<any>[],
  version: string,
): Promise<OpenApiDocument> {
  const paths = await Promise.all(definitions.map(describeService));
  return {
    openapi: '3.0.3',
    info: {
      title: 'Casement',
      version,
      description:
        'Every call of Casement that the gateway lets through, by the service that answers it.',
    },
    servers: [{ url: '/' }],
    tags: definitions.map(({ name }) => ({ name })),
    // The gateway sends all methods of a path to one service.
    paths: Object.assign({}, ...paths) as Paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'csm_' },
        agentToken: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Failure: failure, ...gatewaySchemas },
      responses: {
        ...gatewayResponses,
        Failure: {
          description: 'A refusal or a failure.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
  };
}
