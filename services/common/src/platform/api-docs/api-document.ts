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
    message: { type: 'string', description: 'Message for the user.' },
    code: { type: 'string', description: 'Machine-readable code. Stable.' },
    correlationId: {
      type: 'string',
      description: 'Appears in the logs of every service that handled the request.',
    },
    details: {
      type: 'array',
      description: 'Present for invalid requests: each field and its problem.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          code: { type: 'string', description: 'Code of the validation rule. Stable.' },
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
        'The Casement API, grouped by area. Authenticate with an API key from Settings → API keys.',
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
          description: 'Error',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
  };
}
