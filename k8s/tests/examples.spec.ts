import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { chart, Render, repository, type Manifest, type PodSpec } from './support/renders.js';
import { serviceNames } from './support/service-configs.js';

const text = (path: string) => readFileSync(join(repository, path), 'utf8');
const objects = (name: string) =>
  parseAllDocuments(text(`k8s/examples/${name}.yaml`)).map((one) => one.toJS() as Manifest);
const guide = text('docs/kubernetes.md');

/** Ports of PostgreSQL and of the pooler in front of it. */
const POSTGRES = [5432, 6432].map((port) => ({ port, protocol: 'TCP' }));

describe('chart examples', () => {
  const render = new Render('examples');
  const spec = (kind: string, name: string) => {
    const { spec: fullSpec } = render.one(kind, name);
    return (kind === 'Pod' ? fullSpec : fullSpec.template.spec) as PodSpec;
  };
  const pods = render.pods().map(({ owner }) => [owner.kind, owner.metadata.name] as const);

  it.each(pods)(
    'schedule %s %s as configured, including the test and the migrations',
    (kind, name) => {
      expect(spec(kind, name)).toMatchObject({
        nodeSelector: { pool: 'services' },
        tolerations: [{ key: 'services', operator: 'Exists', effect: 'NoSchedule' }],
        priorityClassName: 'casement',
        affinity: { [name === 'auth' ? 'podAntiAffinity' : 'nodeAffinity']: expect.anything() },
      });
    },
  );

  it('change every pod of the release', () => {
    expect(pods.map(([, name]) => name).sort()).toEqual(
      [
        ...['install-worker', 'install-desktop', 'web', 'kong', 'casement-test', ...serviceNames],
        ...serviceNames.map((service) => `migrate-${service}`),
      ].sort(),
    );
  });

  it('run a sidecar next to the service, and next to its migration, with which it ends', () => {
    const proxy = { name: 'database-proxy', args: ['--instance=casement-billing'] };
    expect(spec('Deployment', 'billing').containers).toMatchObject([{ name: 'billing' }, proxy]);
    expect(spec('Deployment', 'auth').containers).toHaveLength(1);
    // A regular second container would keep the Job from ever completing.
    const job = spec('Job', 'migrate-billing');
    expect(job.containers).toHaveLength(1);
    expect(job.initContainers).toMatchObject([{ ...proxy, restartPolicy: 'Always' }]);
  });

  it('spread one workload differently, with an extra volume and object', () => {
    const worker = spec('Deployment', 'install-worker');
    expect(worker.topologySpreadConstraints).toMatchObject([{ maxSkew: 2 }]);
    expect(spec('Deployment', 'install').topologySpreadConstraints).toHaveLength(2);
    expect(worker.volumes).toContainEqual({ name: 'tools', configMap: { name: 'casement-tools' } });
    expect(worker.containers[0].volumeMounts).toContainEqual(
      expect.objectContaining({ name: 'tools', mountPath: '/opt/tools' }),
    );
    expect(render.one('ConfigMap', 'casement-tools')).toMatchObject({
      data: { url: 'https://casement.example.com' },
    });
  });

  it('create a role, a database and a Secret per service with CloudNativePG, as the chart expects', () => {
    const [cluster, ...databases] = objects('cloudnative-pg');
    expect(
      databases.map((one) => [one.kind, one['spec'].name as string, one['spec'].owner as string]),
    ).toEqual(serviceNames.map((name) => ['Database', name, name]));
    for (const one of databases) {
      expect(one['spec'].cluster.name).toBe(cluster.metadata.name);
      expect(one.metadata).toMatchObject({ namespace: 'casement' });
    }
    for (const service of serviceNames) {
      const secret = `casement-db-${service}`;
      expect(cluster['spec'].managed.roles).toContainEqual({
        name: service,
        ensure: 'present',
        login: true,
        passwordSecret: { name: secret },
      });
      const { env } = render.container('Deployment', service);
      expect(env.find(({ name }) => name === 'DATABASE_URL')?.valueFrom?.secretKeyRef).toEqual({
        name: secret,
        key: 'uri',
      });
      const out = render.one('NetworkPolicy', `casement-${service}`)['spec'].egress as object[];
      expect(out).toContainEqual({
        ports: POSTGRES,
        to: [{ podSelector: { matchLabels: { 'cnpg.io/cluster': cluster.metadata.name } } }],
      });
    }
    // The guide's Secret has the keys that role and chart read, and the guide revokes the access of all other roles.
    for (const key of ['username=', 'password=', 'uri='])
      expect(guide).toContain(`--from-literal=${key}`);
    expect(guide).toMatch(/REVOKE CONNECT ON DATABASE \$service FROM PUBLIC/);
  });

  it('open the pooler next to PostgreSQL, but not to the desktop relay', () => {
    const ports = (name: string) =>
      (render.one('NetworkPolicy', `casement-${name}`)['spec'].egress as { ports: object[] }[]).map(
        (rule) => rule.ports,
      );
    for (const name of [...serviceNames, 'install-worker', 'migration'])
      expect(ports(name)).toContainEqual(POSTGRES);
    // The render contains only changes made by the examples, so the relay's policy is unchanged.
    expect(render.all('NetworkPolicy').map(({ metadata }) => metadata.name)).not.toContain(
      'casement-install-desktop',
    );
  });

  it('define an ExternalSecret for every Secret in the values', () => {
    const values = parse(text('k8s/casement/values.yaml')) as Record<
      string,
      { existingSecret: string }
    >;
    const named = serviceNames.map((service) => values[service].existingSecret);
    const targets = objects('external-secrets').map((one) => one['spec'].target.name as string);
    expect(targets.sort()).toEqual([...named, 'casement-kong'].sort());
  });

  it('give NATS the passwords that the users file refers to', () => {
    const { container, config } = parse(text('k8s/examples/nats-values.yaml')) as {
      container: { env: Record<string, { valueFrom: { secretKeyRef: { key: string } } }> };
      config: { merge: Record<string, string> };
    };
    const asked = text('deploy/docker/nats-users.conf').match(/(?<=password: \$)\w+/g)!;
    expect(Object.keys(container.env).sort()).toEqual([...asked].sort());
    for (const [name, { valueFrom }] of Object.entries(container.env))
      expect(valueFrom.secretKeyRef.key).toBe(name);
    expect(config.merge.$include).toBe('./nats-users.conf');
  });
});

describe('Chart.yaml', () => {
  it('has the icon of the pages and a maintainer', () => {
    const { icon, maintainers } = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')) as {
      icon: string;
      maintainers: { name: string }[];
    };
    expect(decodeURIComponent(icon)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/);
    expect(maintainers).toEqual([{ name: 'Casement' }]);
  });
});
