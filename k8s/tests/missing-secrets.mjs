/**
 * Checks that the chart names missing Secrets and keys before anything is applied. A stand-in answers the requests of
 * helm's `lookup`.
 *
 *   node k8s/tests/missing-secrets.mjs HELM
 */
import { deepStrictEqual } from 'node:assert';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';

const [helm] = process.argv.slice(2);
const repository = join(import.meta.dirname, '../..');
const SERVICES = ['auth', 'billing', 'install', 'security', 'telegram'];
const ALWAYS = ['DATABASE_URL', 'NATS_URL', 'DATA_ENCRYPTION_KEY'];
const SMALL = {
  'casement-auth': [...ALWAYS, 'JWT_SIGNING_KEY', 'SMTP_URL'],
  'casement-billing': ALWAYS,
  'casement-install': ALWAYS,
  'casement-telegram': [...ALWAYS, 'SMTP_URL'],
  'casement-security': ALWAYS,
};
const IDENTITY = ['--set-string=identity.mode=require', '--set=kong.existingSecret=casement-kong'];
const CERT_MANAGER = [
  '--set=identity.certManager.enabled=true',
  '--api-versions=cert-manager.io/v1/Certificate',
  '--api-versions=cert-manager.io/v1/Issuer',
];
const resource = (kind, name) => ({
  kind,
  name,
  singularName: '',
  namespaced: true,
  verbs: ['get'],
});
const DISCOVERY = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [resource('Secret', 'secrets'), resource('ServiceAccount', 'serviceaccounts')],
  },
};

function objectAt(path, secrets) {
  const [, kind, name] = /^\/api\/v1\/namespaces\/casement\/(\w+)\/([\w-]+)$/.exec(path) ?? [];
  const object = { apiVersion: 'v1', metadata: { name } };
  if (kind === 'serviceaccounts') return { ...object, kind: 'ServiceAccount' };
  if (kind !== 'secrets' || !secrets[name]) return undefined;
  const data = Object.fromEntries(secrets[name].map((key) => [key, 'eA==']));
  return { ...object, kind: 'Secret', data };
}

/** @returns missing Secrets as the chart describes them */
async function missing(secrets, options = []) {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://api');
    const body = DISCOVERY[pathname] ?? objectAt(pathname, secrets);
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { kind: 'Status', apiVersion: 'v1', reason: 'NotFound' }));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const text = await new Promise((ended) => {
    const chart = ['template', 'casement', join(repository, 'k8s/casement'), '-n=casement'];
    const cluster = [
      '--dry-run=server',
      '--kube-version=1.31.0',
      `--kube-apiserver=http://127.0.0.1:${server.address().port}`,
    ];
    const values = ['-f', join(repository, 'k8s/casement/values-small.yaml'), ...options];
    execFile(helm, [...chart, ...cluster, ...values], { maxBuffer: 2 ** 24 }, (error, _, said) =>
      ended(error ? said : ''),
    );
  });
  server.close();
  if (text === '') return [];
  const [, list] = /missing in casement: (.*)\.$/m.exec(text) ?? [];
  if (!list) throw new Error(text);
  return list.split(/(?<=\)), /);
}

deepStrictEqual(await missing(SMALL), []);
deepStrictEqual(
  await missing({ ...SMALL, 'casement-auth': ['DATABASE_URL', 'NATS_URL', 'SMTP_URL'] }),
  ['casement-auth (DATA_ENCRYPTION_KEY, JWT_SIGNING_KEY)'],
);
const { 'casement-security': _, ...others } = SMALL;
deepStrictEqual(await missing(others), [
  'casement-security (DATABASE_URL, DATA_ENCRYPTION_KEY, NATS_URL)',
]);
const databases = join(repository, 'k8s/examples/values-cloudnative-pg.yaml');
deepStrictEqual(
  await missing(SMALL, ['-f', databases]),
  SERVICES.map((service) => `casement-db-${service} (uri)`),
);
deepStrictEqual(
  await missing(SMALL, [...IDENTITY, '--set=desktop.enabled=false', '--set=nats.tls=true']),
  [
    ...SERVICES.map((service) => `casement-identity-${service} (tls.crt, tls.key, ca.crt)`),
    'casement-kong (GATEWAY_LOG_SECRET)',
    ...SERVICES.map((service) => `casement-nats-${service} (ca.crt)`),
  ],
);
deepStrictEqual(await missing(SMALL, [...IDENTITY, ...CERT_MANAGER]), [
  'casement-kong (GATEWAY_LOG_SECRET)',
]);
