import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';

const repository = join(__dirname, '../..');
const guide = pathToFileURL(join(__dirname, 'cluster/guide.mjs')).href;
const inGuide = <T>(expression: string): T => {
  const program = `import * as guide from '${guide}'; console.log(JSON.stringify(guide.${expression}))`;
  const args = ['--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as T;
};

/** Keys without which pods do not start, by Secret. */
function readKeys(node: unknown, keys: Record<string, string[]> = {}): Record<string, string[]> {
  if (typeof node !== 'object' || node === null) return keys;
  const { secretKeyRef: from } = node as {
    secretKeyRef?: { name: string; key: string; optional?: boolean };
  };
  const isOwn = from && !from.optional && !from.name.startsWith('casement-db-');
  if (isOwn) (keys[from.name] ??= []).push(from.key);
  for (const value of Object.values(node)) readKeys(value, keys);
  return keys;
}

/** `make cluster-check` types the guide's commands; it runs rarely, so their places are checked here. */
describe('kubernetes.md', () => {
  const documented = inGuide<Record<string, string[]>>('secretKeys()');

  it.each(['laptop', 'small', 'large'])('names every key that values-%s needs', (size) => {
    const text = readFileSync(join(__dirname, `golden/${size}.yaml`), 'utf8');
    const read = readKeys(parseAllDocuments(text).map((one) => one.toJS() as unknown));
    expect(Object.keys(read)).toContain('casement-auth');
    for (const [secret, keys] of Object.entries(read)) {
      expect(documented[secret]).toEqual(expect.arrayContaining(keys));
    }
  });

  it.each([
    ['4. Secrets', 'create namespace'],
    ['Certificates of the services', 'new-certificates.sh'],
    ['5. Install', 'helm upgrade --install'],
    ['Change, go back, remove', 'helm upgrade'],
    ['Without Helm', 'kubectl'],
  ])('has commands under "%s"', (heading, word) => {
    expect(inGuide<string[]>(`commands('${heading}', '${word}')`)).not.toEqual([]);
  });

  const text = readFileSync(join(repository, 'docs/kubernetes.md'), 'utf8');
  const blocks = [...text.matchAll(/^```\w*\n([^]*?)^```$/gm)].map(([, block]) => block).join('');

  it('uses only files that the repository has', () => {
    const paths = [...blocks.matchAll(/(?<![\w./])(?:k8s|deploy)\/[\w./-]+\.\w+/g)].map(String);
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });

  it('creates my-values.yaml and sets the variables in capitals before it uses them', () => {
    expect(/^.*my-values\.yaml.*$/m.exec(blocks)![0]).toMatch(
      /^cp k8s\/casement\/values-\w+\.yaml /,
    );
    for (const [use, name] of blocks.matchAll(/\$([A-Z][A-Z0-9_]+)\b/g))
      expect(blocks.slice(0, blocks.indexOf(use))).toContain(`${name}=`);
  });
});
