import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { auth } from '@casement/auth/auth.service-definition.js';
import { billing } from '@casement/billing/billing.service-definition.js';
import { apiDocument } from '@casement/common/platform/api-docs/api-document.js';
import { install } from '@casement/install/install.service-definition.js';
import { ErrorReason } from '@casement/proto/gen/casement/common/v1/error_reason.js';
import { security } from '@casement/security/security.service-definition.js';
import { telegram } from '@casement/telegram/telegram.service-definition.js';
import { kongError } from '@casement/gateway/access.js';
import { apiKeyScope } from '@casement/proto/http/auth/api-keys.js';
import { sampleCall } from '../src/features/api-keys/sample-call.js';
import { codesOf, render } from './client-source.js';
import { SAMPLE_LANGUAGES, reference } from './reference.js';
import { serveRoutes } from './testing/serve-routes.js';
import { KEYS, MATRIX } from '../e2e/stack/authorisation-matrix.js';

type Document = Awaited<ReturnType<typeof apiDocument>>;
interface Envelope {
  required: string[];
  properties: { code: { enum: string[] } };
}
type Operation = NonNullable<Document['paths'][string]['get']>;

describe('API reference', () => {
  let document: Document;
  let operations: Record<string, Operation>;

  beforeAll(async () => {
    document = await apiDocument([auth, billing, install, telegram, security], '1.2.3');
    operations = Object.fromEntries(
      Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item as Record<string, Operation>).map(([method, operation]) => [
          `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
          operation,
        ]),
      ),
    );
  });

  it('lists exactly the routes that the gateway exposes', () => {
    // web/e2e/stack tests the running product against the same matrix.
    const open = Object.entries(MATRIX).filter(([, access]) => access !== 'internal');
    expect(Object.keys(operations).sort()).toEqual(open.map(([route]) => route).sort());
  });

  it('is a valid OpenAPI 3.0 document', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(
      JSON.parse(JSON.stringify(reference(document))) as Record<string, unknown>,
    );
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.0');
  });

  it('declares exactly the parameters in each path', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(item as Record<string, Operation>)) {
        const inPath = (parameters as { in: string; name: string }[]).filter(
          (parameter) => parameter.in === 'path',
        );
        expect([path, inPath.map(({ name }) => name)]).toEqual([path, names]);
      }
    }
  });

  it('states the required token of each route', () => {
    for (const [route, { security: tokens }] of Object.entries(operations)) {
      const access = MATRIX[route]!;
      const expected = { admin: 'accessToken', 'signed-in': 'accessToken', agent: 'agentToken' };
      const token = expected[access as 'admin'];
      const names = [...(token ? [token] : []), ...(KEYS[route] ? ['apiKey'] : [])];
      expect([route, tokens]).toEqual([route, names.map((name) => ({ [name]: [] }))]);
    }
  });

  it('documents Idempotency-Key and the response to a repeated request', () => {
    const keyed = Object.entries(operations).filter(([, { parameters }]) =>
      parameters.some(({ name }) => name === 'Idempotency-Key'),
    );
    expect(keyed.map(([route]) => route)).toEqual(
      expect.arrayContaining(['POST /api/user/install', 'POST /api/user/api-keys']),
    );
    for (const [, { description, parameters }] of keyed) {
      expect(description).toMatch(/takes effect once in 24 hours.*409.*422 IDEMPOTENCY_KEY_REUSED/);
      expect(parameters.find(({ name }) => name === 'Idempotency-Key')?.required).toBe(false);
    }
  });

  it('states the API key scope of each route that accepts keys', () => {
    for (const [route, { description }] of Object.entries(operations)) {
      const [, scope] = /API keys with `(.+?)`/.exec(description ?? '') ?? [];
      expect([route, scope]).toEqual([route, KEYS[route]]);
    }
  });

  it('takes request rules from the validating schema', () => {
    expect(operations['POST /api/user/topup/calculate']).toMatchObject({
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              required: ['quantity'],
              properties: { quantity: { type: 'integer', minimum: 1, maximum: 1_000_000 } },
            },
          },
        },
      },
    });
    expect(operations['GET /api/admin/users']?.parameters).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'pageSize', in: 'query' })]),
    );
  });

  it('describes response data inside its envelope', () => {
    expect(operations['GET /api/user/topup/history']).toMatchObject({
      responses: {
        200: {
          content: {
            'application/json': {
              schema: {
                required: ['success', 'message', 'data', 'meta'],
                properties: { data: { type: 'array', items: { properties: { reference: {} } } } },
              },
            },
          },
        },
        default: { $ref: '#/components/responses/Failure' },
      },
    });
  });

  it('contains no pattern that request generators cannot parse', () => {
    const patterns = JSON.stringify(document).match(/"pattern":"[^"]*"/g) ?? [];
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((pattern) => /\\[pP]\{/.test(pattern))).toEqual([]);
  });

  it("describes the gateway's own responses as the gateway sends them", () => {
    const responses = operations['POST /api/auth/login']?.responses ?? {};
    for (const [status, message] of [
      [400, 'Bad request'],
      [413, 'Request size limit exceeded'],
      [414, 'URI too long'],
      [429, 'Too many requests. Please try again later.'],
      [502, 'An invalid response was received from the upstream server'],
      [503, 'name resolution failed'],
      [504, 'The upstream server is timing out'],
    ] as const) {
      const { $ref } = responses[status] as { $ref: string };
      const { content } = document.components.responses[$ref.split('/').pop()!];
      const described = content?.['application/json'];
      expect(described).toEqual({
        schema: {
          anyOf: [
            { $ref: '#/components/schemas/Failure' },
            { $ref: '#/components/schemas/GatewayError' },
          ],
        },
      });
      for (const accept of ['application/json', 'text/html', 'text/plain', 'application/xml']) {
        const { headers, body } = kongError(status, message, accept);
        expect(Object.keys(content!)).toContain(String(headers['content-type']).split(';')[0]);
        if (accept !== 'application/json') continue;
        const { required, properties } = document.components.schemas[
          'GatewayError'
        ] as unknown as Envelope;
        expect(Object.keys(JSON.parse(body) as object)).toEqual(required);
        expect(properties.code.enum).toEqual([(JSON.parse(body) as { code: string }).code]);
      }
    }
  });

  it("describes the gateway's response to an unknown path", () => {
    const kong = readFileSync(join(__dirname, '../../gateway/kong.yml'), 'utf8');
    const bodies = [...kong.matchAll(/body: '(.*)'/g)].map(
      ([, body]) => JSON.parse(body) as object,
    );
    expect(bodies.length).toBeGreaterThan(0);
    const { required } = document.components.schemas['UnknownPath'] as { required: string[] };
    for (const body of bodies) expect(Object.keys(body)).toEqual(required);
  });

  it('describes 401 responses to the RAM stage, which the gateway does not throttle', () => {
    const responses = operations['GET /api/install/agent/time']?.responses;
    expect(responses).toMatchObject({ 401: { $ref: '#/components/responses/Failure' } });
    expect(responses).not.toHaveProperty('429');
  });

  it.each(apiKeyScope.options)('allows the sample command of a key with only %s', (scope) => {
    const path = sampleCall([scope]);
    // The remaining scopes allow no harmless GET, so a key with only one of them is shown without a sample command.
    if (path === null) return expect(scope).toMatch(/:write$|^admin:(quota|blocks)$/);
    expect([path, KEYS[`GET ${path}`]]).toEqual([path, scope]);
  });

  it('allows the commands of docs/api-keys.md to some key', () => {
    const page = readFileSync(join(__dirname, '../../docs/api-keys.md'), 'utf8');
    const commands = [...page.matchAll(/^curl https:\/\/casement\.example(\S+)([^`]*)/gm)];
    expect(commands).toHaveLength(3);
    for (const [, path, rest] of commands)
      expect(KEYS).toHaveProperty([`${rest.includes(' -d ') ? 'POST' : 'GET'} ${path}`]);
  });

  describe('for readers', () => {
    const pathOf = (route: string) => route.split(' ')[1].replace(/:(\w+)/g, '{$1}');
    let shown: Document & { 'x-tagGroups': { name: string; tags: string[] }[] };
    const operationOf = (route: string) => {
      const [method = ''] = route.split(' ');
      return shown.paths[pathOf(route)][method.toLowerCase() as 'get']! as Operation & {
        'x-codeSamples'?: { lang: string; source: string }[];
      };
    };
    beforeAll(() => {
      shown = reference(document) as typeof shown;
    });

    it('groups the calls by task, customers first, without names of services', () => {
      expect(shown['x-tagGroups'].map(({ name }) => name)).toEqual([
        'Customers',
        'Administrators',
        'Machines',
      ]);
      const used = new Set(
        Object.keys(MATRIX)
          .filter((route) => operations[route])
          .flatMap((route) => operationOf(route).tags),
      );
      expect([...used].sort()).toEqual(shown['x-tagGroups'].flatMap(({ tags }) => tags).sort());
      for (const [route, access] of Object.entries(MATRIX)) {
        if (access !== 'admin' || !operations[route]) continue;
        expect([route, shown['x-tagGroups'][0].tags]).not.toEqual([
          route,
          expect.arrayContaining(operationOf(route).tags),
        ]);
      }
    });

    it('shows a written title for every call, and each title once', () => {
      const titles = Object.entries(shown.paths).flatMap(([path, item]) =>
        Object.values(item as Record<string, Operation>).map(({ summary }) => [summary, path]),
      );
      // The titles of handlers are like "Admin users: change role".
      expect(titles.filter(([title]) => /: /.test(title))).toEqual([]);
      const used = titles.map(([title]) => title);
      expect(used.filter((title, index) => used.indexOf(title) !== index)).toEqual([]);
    });

    it('shows a title and an example in each language for every call of an API key', () => {
      for (const [route, scope] of Object.entries(KEYS)) {
        if (scope?.startsWith('admin:')) continue;
        const languages = operationOf(route)['x-codeSamples']?.map(({ lang }) => lang);
        expect([route, languages]).toEqual([route, SAMPLE_LANGUAGES]);
      }
    });

    it('starts with a call that runs with the named permission', async () => {
      const { description } = shown.info;
      const [, scope] = /\(permission `(.+?)`\)/.exec(description) ?? [];
      const [, example = ''] = /```sh\n\s*(curl [^`]+?)\s*```/.exec(description) ?? [];
      const service = await serveRoutes('csm_test');
      try {
        expect(await service.run('Shell', example)).toContain('answered');
        const { route, problems } = service.last()!;
        expect({ scope: KEYS[route], problems }).toEqual({ scope, problems: [] });
      } finally {
        await service.close();
      }
    });

    it.each(SAMPLE_LANGUAGES)('shows %s examples that run', async (language) => {
      const service = await serveRoutes('csm_test');
      try {
        for (const [route, scope] of Object.entries(KEYS)) {
          if (scope?.startsWith('admin:')) continue;
          const sample = operationOf(route)['x-codeSamples']!.find(
            ({ lang }) => lang === language,
          )!;
          const output = await service.run(language, sample.source);
          expect([route, service.last()]).toEqual([
            route,
            { route: `${route.split(' ')[0]} ${pathOf(route)}`, problems: [] },
          ]);
          expect(output).toContain('answered');
        }
      } finally {
        await service.close();
      }
    });
  });

  it('describes a file upload as multipart/form-data', () => {
    expect(operations['POST /api/admin/products']).toMatchObject({
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: { properties: { price: {}, image: { type: 'string', format: 'binary' } } },
          },
        },
      },
    });
  });

  it('matches the generated @casement/client (run `make gen` to update it)', async () => {
    const generated = readFileSync(join(__dirname, '../../proto/client/src/gen/api.ts'), 'utf8');
    expect(await render(document, codesOf(ErrorReason))).toBe(generated);
    for (const route of Object.keys(KEYS)) {
      const path = route.split(' ')[1].replace(/:(\w+)/g, '{$1}');
      expect(generated).toContain(`    ${JSON.stringify(path)}: {`);
    }
  });

  it('is part of the built pages', () => {
    const { scripts } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['build']).toContain('api-docs/write.mjs');
  });
});
