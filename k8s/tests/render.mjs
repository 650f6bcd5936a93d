/**
 * Renders the chart with every values file and with the examples, using the helm in $HELM, and stores the result in
 * golden/.
 *
 *   node k8s/tests/render.mjs [--check] [--out FOLDER]
 *
 * --check compares instead of writing. --out writes helm's original output for the other checkers. In golden/ the
 * gateway's file and its checksum are omitted because kong.yml is kept only in gateway/.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

const here = fileURLToPath(new URL('.', import.meta.url));
const chart = join(here, '../casement');
const kongFile = readFileSync(join(here, '../../gateway/kong.yml'), 'utf8');
const helm = process.env.HELM ?? 'helm';
/** Passed explicitly, because a helm that was built from its module does not know its Kubernetes version. */
const KUBERNETES = '1.31.0';
const check = process.argv.includes('--check');
const out = process.argv.includes('--out') ? process.argv[process.argv.indexOf('--out') + 1] : null;

const checksum = createHash('sha256').update(kongFile).digest('hex');
let different = 0;

const values = (name) => join(chart, `values-${name}.yaml`);
const example = (name) => join(here, `../examples/values-${name}.yaml`);
const small = render('small', [values('small')]);
render('laptop', [values('laptop')]);
render('large', [values('large')]);
// For the examples, keeps only their changes.
render('examples', [values('small'), example('cloudnative-pg'), example('more')], changes);
render('regions', [values('small'), example('regions')], changes);
process.exitCode = different ? 1 : 0;

function changes(text) {
  const known = new Set(small.split(/^---\n/m));
  return text
    .split(/^---\n/m)
    .filter((one) => !known.has(one))
    .join('---\n');
}

/** @returns the content of golden/NAME.yaml before `keep` selects a part of it */
function render(name, files, keep = (text) => text) {
  const rendered = execFileSync(
    helm,
    [
      ...['template', 'casement', chart, '--namespace', 'casement', '--kube-version', KUBERNETES],
      ...files.flatMap((file) => ['--values', file]),
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  if (out) {
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, `${name}.yaml`), rendered);
  }
  const file = join(here, 'golden', `${name}.yaml`);
  const manifests = withoutKongFile(rendered);
  const golden = keep(manifests);
  if (!check) writeFileSync(file, golden);
  else if (readFileSync(file, 'utf8') !== golden) {
    console.error(
      `${file} is not what the chart renders: run \`make chart\` and look at the difference.`,
    );
    different += 1;
  }
  return manifests;
}

function withoutKongFile(rendered) {
  const documents = parseAllDocuments(rendered);
  for (const document of documents) {
    const object = document.toJS();
    if (object?.metadata?.name === 'casement-kong' && object.kind === 'ConfigMap') {
      if (object.data['kong.yml'].trimEnd() !== kongFile.trimEnd())
        throw new Error('the chart renders another kong.yml than gateway/kong.yml');
    }
  }
  const [before, after] = cut(rendered, /(\n  kong\.yml: \|\n)(?:    .*\n|\s*\n)*/);
  return `${before}\n  kong.yml: gateway/kong.yml\n${after}`.replaceAll(
    checksum,
    'of gateway/kong.yml',
  );
}

/** Splits the text around its only match. */
function cut(text, pattern) {
  const found = pattern.exec(text);
  if (!found) throw new Error('the chart renders no kong.yml');
  return [text.slice(0, found.index), text.slice(found.index + found[0].length)];
}
