import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const gateway = fileURLToPath(new URL('../..', import.meta.url));

describe.each(['3.4.2', '3.9.3'])('Kong %s field schemas', (version) => {
  const folder = mkdtempSync(join(tmpdir(), 'kong-schema-'));
  const schemas = join(gateway, `schemas/kong-${version}.json`);
  const check = (...args: string[]) =>
    execFileSync('node', [join(gateway, 'check-kong-schema.mjs'), schemas, ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });

  beforeAll(() => void execFileSync('npx', ['tsc', '-b', join(gateway, 'local')]));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('know every field and value of kong.yml and of the local gateway', () => {
    expect(check()).toMatch(`kong.yml is within Kong ${version}`);
  });

  it.each([
    ['a value', /algorithm: least-connections/, 'algorithm: fastest', 'breaks one_of'],
    ['a field', /http_path:/, 'url_path:', 'Kong knows no such field'],
    ['a target', /target: 'auth-replicas:3000'/, 'target: 3000', 'is not of type string'],
  ])('reject %s that Kong would not load', (_, from, to, problem) => {
    const file = join(folder, 'kong.yml');
    writeFileSync(file, readFileSync(join(gateway, 'kong.yml'), 'utf8').replace(from, to));
    expect(() => check(file)).toThrow(problem);
  });
});
