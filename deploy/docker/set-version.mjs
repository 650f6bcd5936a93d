// set-version.mjs X.Y.Z: sets the version everywhere (docs/releasing.md). version.spec.ts verifies it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '..', '..');
const [, , next = ''] = process.argv;
if (!/^\d+\.\d+\.\d+$/.test(next)) {
  console.error('usage: set-version.mjs X.Y.Z');
  process.exit(2);
}
const { version, workspaces } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

const change = (file, from, to) => {
  const path = join(repository, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
  writeFileSync(path, text.replaceAll(from, to));
};
change('k8s/casement/Chart.yaml', `ersion: ${version}`, `ersion: ${next}`);
change('deploy/compose.yaml', `\${VERSION:-${version}}`, `\${VERSION:-${next}}`);
change('deploy/docker/Dockerfile', `ARG VERSION=${version}`, `ARG VERSION=${next}`);
change(
  'k8s/casement/UPGRADING.md',
  '## Unreleased\n',
  `## Unreleased\n\nNothing to do.\n\n## ${next}\n`,
);
const today = new Date().toISOString().slice(0, 10);
change('CHANGELOG.md', '## Unreleased\n', `## Unreleased\n\n## ${next} (${today})\n`);

const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
lock.version = next;
for (const folder of ['', ...workspaces]) {
  lock.packages[folder].version = next;
  change(join(folder, 'package.json'), `"version": "${version}"`, `"version": "${next}"`);
}
writeFileSync(join(repository, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
