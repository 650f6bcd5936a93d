import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '../support/console-errors.js';
import { apiKeyOf, newUser } from './accounts.js';
import { CUSTOMER } from './command.js';

const run = promisify(execFile);
const PROGRAMS: Record<string, [string, string[]]> = {
  Shell: ['sh', ['-c']],
  TypeScript: ['node', ['--input-type=module', '-e']],
  Python: ['python3', ['-c']],
};

interface Operation {
  summary: string;
  'x-codeSamples'?: { lang: string; source: string }[];
}

test('the API reference’s examples for reading run against Casement', async ({
  request,
  baseURL,
}) => {
  const key = await apiKeyOf(await newUser(), { scopes: CUSTOMER });
  const env = { ...process.env, CASEMENT_URL: baseURL, CASEMENT_API_KEY: key };
  const document = (await (await request.get('/api/docs/openapi.json')).json()) as {
    paths: Record<string, { get?: Operation }>;
  };
  // Streams do not end, and the archive is saved as a file (web/api-docs/api-docs.spec.ts runs that example).
  const reading = Object.entries(document.paths).filter(
    ([path, { get }]) => get?.['x-codeSamples'] && !/\{|\/(events|archive)$/.test(path),
  );
  expect(reading.length).toBeGreaterThan(5);
  for (const [path, { get }] of reading) {
    for (const { lang, source } of get!['x-codeSamples']!) {
      const [program, args] = PROGRAMS[lang]!;
      const { stdout } = await run(program, [...args, source], { env });
      expect(stdout, `${lang}, ${path}`).toContain('success');
    }
  }
});
