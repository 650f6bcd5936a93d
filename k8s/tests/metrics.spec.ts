import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { chart, Render, repository, type PodSpec } from './support/renders.js';
import { serviceNames } from './support/service-configs.js';

/** Metrics of Kong, kube-state-metrics, Prometheus and prom-client. Our own are looked up in the code. */
const FOREIGN = [
  'kong_http_requests_total',
  'kong_memory_workers_lua_vms_bytes',
  'kong_nginx_connections_total',
  'kube_deployment_spec_replicas',
  'kube_deployment_status_replicas_available',
  'kube_job_status_failed',
  'kube_pod_container_status_restarts_total',
  'nodejs_eventloop_lag_p99_seconds',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
];

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  labels?: { severity: string };
  annotations?: { summary: string; description: string; runbook: string };
}

const text = (path: string) => readFileSync(join(repository, path), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(join(chart, folder)).map((file) => text(`k8s/casement/${folder}/${file}`));

const rules = filesIn('alerts').flatMap((file) =>
  (parse(file) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules),
);
const alerts = rules.filter((rule) => rule.alert !== undefined);
const panels = filesIn('dashboards').flatMap(
  (file) =>
    (JSON.parse(file) as { panels: { title: string; targets: { expr: string }[] }[] }).panels,
);
const expressions = [
  ...rules.map((rule) => rule.expr),
  ...panels.flatMap((panel) => panel.targets.map((target) => target.expr)),
  ...queueQueries(),
];

/** Returns the queries that scale the workers by queue length. */
function queueQueries(): string[] {
  const scalers = [
    ...new Render('large').all('ScaledObject'),
    ...new Render('regions').all('ScaledObject'),
  ];
  return scalers
    .flatMap(
      ({ spec }) =>
        (spec as { triggers: { type: string; metadata: { query: string } }[] }).triggers,
    )
    .filter(({ type }) => type === 'prometheus')
    .map(({ metadata }) => metadata.query);
}

/** Returns the metrics that our programs register, with the labels that each may have. */
function ownMetrics(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const packages = ['common', 'desktop-relay', 'install/engine', 'install/windows-image'];
  for (const name of [...packages, ...serviceNames]) {
    const folder = join(repository, 'services', name, 'src');
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
      const made = readFileSync(join(folder, file), 'utf8').matchAll(
        // Gauges of SqlGauges.add are properties: `waiting: { name: 'casement_…' }`.
        /(?:\.(counter|gauge|histogram)\(|\w: )\{\s*name: '(casement_\w+)',([^}]*)\}/g,
      );
      for (const [, kind, name, rest] of made) {
        const labels = /labelNames: \[([^\]]*)\]/.exec(rest)?.[1].match(/\w+/g) ?? [];
        const parts = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
        for (const part of parts)
          found.set(`${name}${part}`, part === '_bucket' ? [...labels, 'le'] : labels);
      }
    }
  }
  return found;
}

describe('metrics in alerts and dashboards', () => {
  const own = ownMetrics();

  it('exist in our code or in a known program', () => {
    const recorded = rules.flatMap((rule) => rule.record ?? []);
    const names = expressions.flatMap(
      (one) => one.match(/\b(kong|kube|nodejs|process|casement)[_:][a-z0-9_:]+/g) ?? [],
    );
    expect(names.length).toBeGreaterThan(60);
    const known = [...FOREIGN, ...own.keys(), ...recorded];
    expect([...new Set(names)].filter((name) => !known.includes(name))).toEqual([]);
    expect(FOREIGN.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('include every metric of our own', () => {
    const asked = expressions.join('\n');
    const unasked = [...own.keys()].filter(
      (name) => !asked.includes(name.replace(/_(bucket|sum|count)$/, '')),
    );
    expect(unasked).toEqual([]);
  });

  it('use the same scaling query for workers as the promtool test', () => {
    const { tests } = parse(text('k8s/tests/alerts/scaling.yaml')) as {
      tests: { promql_expr_test: { expr: string }[] }[];
    };
    const tried = tests.flatMap((test) => test.promql_expr_test.map(({ expr }) => expr));
    expect(queueQueries()).toEqual(tried);
  });

  it('use only labels that the metric has', () => {
    const wrong = expressions.flatMap((one) =>
      [...one.matchAll(/\b(casement_\w+)\{([^}]*)\}/g)].flatMap(([, name, selectors]) =>
        [...selectors.matchAll(/(\w+)\s*(?:=|!=|=~|!~)"/g)]
          .map(([, label]) => label)
          // Prometheus adds these labels to all metrics of a process.
          .filter((label) => !['job', 'service', 'instance'].includes(label))
          .filter((label) => !own.get(name)?.includes(label))
          .map((label) => `${name} has no ${label}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('name every Deployment and its container', () => {
    const patterns = expressions.flatMap((one) =>
      [...one.matchAll(/\bkube_\w+\{[^}]*\b(?:deployment|container)=~"([^"]+)"/g)].map(
        ([, pattern]) => new RegExp(`^(?:${pattern})$`),
      ),
    );
    expect(patterns).toHaveLength(4);
    const deployments = [
      ...new Render('large').all('Deployment'),
      ...new Render('regions').all('Deployment'),
    ];
    for (const { metadata, spec } of deployments) {
      const { containers } = spec.template.spec as PodSpec;
      for (const name of [metadata.name, containers[0].name])
        for (const pattern of patterns) expect(name).toMatch(pattern);
    }
  });

  it('name only existing gateway routes', () => {
    const routes = expressions
      .filter((one) => one.includes('kong_'))
      .flatMap((one) => [...one.matchAll(/\broute=~?"([^"]+)/g)].map(([, route]) => route));
    const { services } = parse(text('gateway/kong.yml')) as {
      services: { routes: { name: string }[] }[];
    };
    const known = services.flatMap((service) => service.routes.map((route) => route.name));
    expect(routes.length).toBeGreaterThan(3);
    for (const route of routes)
      expect(known.filter((name) => new RegExp(`^(${route})$`).test(name))).not.toEqual([]);
  });
});

describe('alerts', () => {
  it.each(alerts.map((rule) => [rule.alert!, rule] as const))(
    '%s has a severity, a description and a runbook',
    (name, { labels, annotations }) => {
      expect(['critical', 'warning']).toContain(labels?.severity);
      expect(annotations?.summary).toMatch(/\.$/);
      expect(annotations?.description).toMatch(/\.$/);
      expect(annotations?.runbook).toBe(`docs/runbooks/${name}.md`);
      const runbook = text(annotations!.runbook);
      for (const part of [`# ${name}\n`, '\n## Diagnose\n', '\n## Fix\n'])
        expect(runbook).toContain(part);
    },
  );

  it('each have one runbook, and tests for firing and for staying silent', () => {
    const names = alerts.map((rule) => rule.alert!).sort();
    const runbooks = readdirSync(join(repository, 'docs/runbooks'))
      .filter((file) => file !== 'README.md')
      .map((file) => file.replace('.md', ''));
    expect(runbooks.sort()).toEqual(names);
    const list = text('docs/runbooks/README.md');
    for (const name of names) expect(list).toContain(`[${name}](${name}.md)`);
    const { tests } = parse(text('k8s/tests/alerts/alerts.yaml')) as { tests: { name: string }[] };
    expect(tests.map((test) => test.name).sort()).toEqual(
      names.flatMap((name) => [`${name} rings`, `${name} keeps quiet`]).sort(),
    );
  });
});

describe('/internal/metrics', () => {
  it('is scraped from every process of every service', () => {
    const { spec } = new Render('large').one('PodMonitor', 'casement-services');
    expect(spec).toMatchObject({
      selector: {
        matchExpressions: [
          {
            operator: 'In',
            values: expect.arrayContaining([...serviceNames, 'install-worker', 'install-desktop']),
          },
        ],
      },
      podMetricsEndpoints: [{ port: 'http', path: '/internal/metrics' }],
    });
    const { scrape_configs: jobs } = parse(text('deploy/docker/observability/prometheus.yml')) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
    };
    const targets = jobs
      .filter((job) => job.job_name === 'casement-services')
      .flatMap((job) => job.static_configs.flatMap((one) => one.targets));
    expect(targets.sort()).toEqual(
      [...serviceNames, 'install-desktop'].map((name) => `${name}:3000`).sort(),
    );
  });

  it('is never routed by the gateway, in any spelling', () => {
    const { services } = parse(text('gateway/kong.yml')) as {
      services: { host: string; routes: { name: string; paths: string[] }[] }[];
    };
    const reaches = (path: string, asked: string) =>
      path.startsWith('~') ? new RegExp(`^${path.slice(1)}`).test(asked) : asked.startsWith(path);
    for (const asked of ['/internal/metrics', '/Internal/metrics', '//internal/metrics'])
      for (const { host, routes } of services)
        for (const { name, paths } of routes)
          if (paths.some((path) => reaches(path, asked)))
            // The pages are the fallback for paths that no service owns, but they do not serve metrics.
            expect([name, host]).toEqual([name, 'web']);
  });
});
