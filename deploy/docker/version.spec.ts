import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const repository = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(repository, file), 'utf8');
const json = <T>(file: string) => JSON.parse(read(file)) as T;

const { version, workspaces } = json<{ version: string; workspaces: string[] }>('package.json');

/** All parts of the product have the same version (docs/releasing.md). */
describe('product version', () => {
  it.each(workspaces)('equals the version of %s', (folder) => {
    expect(json<{ version: string }>(`${folder}/package.json`).version).toBe(version);
  });

  it('equals the version in the lockfile', () => {
    const { packages } = json<{ packages: Record<string, { version: string }> }>(
      'package-lock.json',
    );
    for (const folder of ['', ...workspaces]) expect(packages[folder].version).toBe(version);
  });

  it('equals the version of the chart and its images', () => {
    expect(parse(read('k8s/casement/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  it('equals the version of the images of compose and the Dockerfile', () => {
    const ofImages = read('deploy/compose.yaml').matchAll(/\/[\w-]+:\$\{VERSION:-([^}]*)\}/g);
    const versions = [...ofImages].map(([, one]) => one);
    expect(versions).toHaveLength(7);
    expect(new Set(versions)).toEqual(new Set([version]));
    expect(read('deploy/docker/Dockerfile')).toContain(`ARG VERSION=${version}\n`);
  });

  it('is the newest one in the changelog after the first release', () => {
    const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, text]) => text);
    expect(headings[0]).toBe('Unreleased');
    const released = headings.slice(1).map((text) => /^(.+) \(\d{4}-\d\d-\d\d\)$/.exec(text)?.[1]);
    expect(released[0] ?? '0.1.0').toBe(version);
  });

  it('has an upgrade page for operators', () => {
    expect(read('k8s/casement/UPGRADING.md')).toContain(`\n## ${version}\n`);
  });
});
