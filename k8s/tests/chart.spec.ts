import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { METHODS } from '@casement/proto/access/access.js';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { DesktopRelayConfig } from '@casement/desktop-relay/config.js';
import { parse } from 'yaml';
import {
  chart,
  Render,
  repository,
  sizes,
  type Container,
  type EnvironmentVariable,
  type PodSpec,
} from './support/renders.js';
import {
  configs,
  isSecret,
  secretValues,
  serviceNames,
  variablesOf,
  type ServiceName,
} from './support/service-configs.js';

const GATEWAY_FILES = ['error.json', 'kong.yml', 'nginx-http.conf', 'nginx-server.conf'];
const WORKLOADS = [...serviceNames, 'install-worker', 'install-desktop', 'web', 'kong'];
const PROGRAMS: [kind: string, name: string, service: ServiceName][] = [
  ...serviceNames.map((name) => ['Deployment', name, name] as [string, string, ServiceName]),
  ['Deployment', 'install-worker', 'install'],
  ...serviceNames.map((name) => ['Job', `migrate-${name}`, name] as [string, string, ServiceName]),
];

const text = (path: string) => readFileSync(join(repository, path), 'utf8');

/** Returns the environment as seen by the container, including every Secret that its settings require. */
function environmentOf({ env }: Container): Record<string, string> {
  const names = env.filter((one) => one.value).map((one) => one.name);
  // Binance, Midtrans and the bucket each require all of their settings or none.
  const isAsked = (name: string) =>
    ['BINANCE_', 'IMAGE_S3_', 'MIDTRANS_'].every(
      (group) => !name.startsWith(group) || names.some((one) => one.startsWith(group)),
    );
  const value = (one: EnvironmentVariable) =>
    (one.valueFrom ? isAsked(one.name) && secretValues[one.name] : one.value) || '';
  return Object.fromEntries(env.map((one) => [one.name, value(one)]));
}

describe.each(sizes)('chart with values-%s', (size) => {
  const render = new Render(size);

  it.each(PROGRAMS)(
    'gives %s %s an environment that its service accepts',
    (kind, name, service) => {
      const container = render.container(kind, name);
      const config = loadConfig(configs[service], environmentOf(container));
      expect(config.HTTP_HOST).toBe('0.0.0.0');
      expect(config.HTTP_PORT).toBe(3000);
      expect(config.NODE_ENV).toBe(size === 'laptop' ? 'development' : 'production');
      const actual = container.env.map((one) => one.name);
      expect(actual.filter((one) => !variablesOf(service).includes(one))).toEqual(
        size === 'large' ? ['NODE_EXTRA_CA_CERTS'] : [],
      );
      expect(new Set(actual).size).toBe(actual.length);
    },
  );

  it.each(PROGRAMS)('gives %s %s secrets from its own Secret only', (kind, name, service) => {
    for (const one of render.container(kind, name).env) {
      const reference = one.valueFrom?.secretKeyRef;
      expect([one.name, reference !== undefined]).toEqual([one.name, isSecret(service, one.name)]);
      if (reference) expect(reference.name).toMatch(new RegExp(`^casement-(db-)?${service}$`));
    }
  });

  it("gives the desktop relay a valid environment, install's reachable networks and no secret", () => {
    const { env, args } = render.container('Deployment', 'install-desktop');
    expect(args).toBeUndefined();
    expect(env.filter(({ valueFrom }) => valueFrom)).toEqual([]);
    const known = Object.keys(DesktopRelayConfig.schema.shape);
    expect(env.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
    const actual = environmentOf(render.container('Deployment', 'install-desktop'));
    expect(loadConfig(DesktopRelayConfig, actual)).toMatchObject({
      HTTP_HOST: '0.0.0.0',
      HTTP_PORT: 3000,
      GRPC_IDENTITY: size === 'large' ? 'require' : 'off',
    });
    const install = environmentOf(render.container('Deployment', 'install'));
    expect(actual['INSTALL_OWN_ADDRESSES']).toBe(install['INSTALL_OWN_ADDRESSES']);
    const image = (name: string) => render.container('Deployment', name).image;
    expect(image('install-desktop')).toBe(image('install').replace('/install:', '/desktop-relay:'));
  });

  it('gives the desktop relay enough time to drain before it is killed', () => {
    const { spec } = render.pods().find(({ owner }) => owner.metadata.name === 'install-desktop')!;
    const drainMs = Number(environmentOf(spec.containers[0])['DRAIN_MS']);
    // 5 s before SIGTERM, plus 20 s after which the process ends in any case.
    expect(spec['terminationGracePeriodSeconds']).toBeGreaterThanOrEqual(25 + drainMs / 1000);
  });

  it("mounts only a service's own certificates for mTLS and NATS, if enabled", () => {
    const certificates = Object.fromEntries(
      render
        .pods()
        .map(({ owner, spec }) => [
          owner.metadata.name,
          (spec.volumes ?? []).flatMap((volume) => (volume['secret'] as object | undefined) ?? []),
        ]),
    );
    const of = (service: string) =>
      ['identity', 'nats'].map((what) => ({ secretName: `casement-${what}-${service}` }));
    const on = size === 'large';
    for (const service of serviceNames)
      expect([service, certificates[service]]).toEqual([service, on ? of(service) : []]);
    expect(certificates['install-worker']).toEqual(on ? of('install') : []);
    // The relay has no NATS user.
    expect(certificates['install-desktop']).toEqual(
      on ? [{ secretName: 'casement-identity-desktop' }] : [],
    );
    expect([certificates['web'], certificates['kong']]).toEqual([[], []]);
    const { env } = render.container('Deployment', 'auth');
    const mode = env.find(({ name }) => name === 'GRPC_IDENTITY')?.value;
    expect(mode).toBe(on ? 'require' : undefined);
  });

  it('contains no Secret, and only gateway files and dashboards in ConfigMaps', () => {
    expect(render.all('Secret')).toEqual([]);
    const maps = render.all('ConfigMap').flatMap(({ data }) => Object.keys(data as object));
    expect(maps.sort()).toEqual(
      size === 'large'
        ? [...GATEWAY_FILES, 'business.json', 'gateway.json', 'services.json'].sort()
        : GATEWAY_FILES,
    );
    for (const { spec } of render.pods())
      for (const container of spec.containers) expect(container).not.toHaveProperty('envFrom');
  });

  it('runs every pod in the restricted profile, with a read-only file system and no token', () => {
    expect(render.pods()).toHaveLength(WORKLOADS.length + serviceNames.length + 1);
    for (const { spec, owner } of render.pods()) {
      const who = owner.metadata.name;
      expect([who, spec.securityContext]).toMatchObject([
        who,
        { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      ]);
      expect([who, spec.automountServiceAccountToken]).toEqual([who, false]);
      for (const key of ['hostNetwork', 'hostPID', 'hostIPC']) expect(spec[key]).toBeUndefined();
      for (const volume of spec.volumes ?? [])
        expect(Object.keys(volume).filter((key) => key !== 'name')).toEqual([
          ['identity', 'nats'].includes(volume['name'] as string)
            ? 'secret'
            : expect.stringMatching(/^(emptyDir|configMap|persistentVolumeClaim)$/),
        ]);
      for (const { securityContext } of spec.containers)
        expect([who, securityContext]).toEqual([
          who,
          {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            runAsNonRoot: true,
            capabilities: { drop: ['ALL'] },
          },
        ]);
    }
  });

  it.each(WORKLOADS)('defines probes, resources and a separate service account for %s', (name) => {
    const container = render.container('Deployment', name);
    const paths =
      name === 'kong'
        ? { live: '/status', ready: '/status/ready', port: 'status' }
        : { live: '/health/live', ready: '/health/ready', port: 'http' };
    const probe = (path: string) => ({ httpGet: { path, port: paths.port } });
    expect(container).toMatchObject({
      startupProbe: probe(paths.live),
      livenessProbe: probe(paths.live),
      readinessProbe: probe(paths.ready),
      resources: {
        requests: { cpu: expect.anything(), memory: expect.anything() },
        limits: { memory: expect.anything() },
      },
    });
    const { spec } = render.pods().find(({ owner }) => owner.metadata.name === name)!;
    expect(spec.serviceAccountName).toBe(`casement-${name}`);
    expect(render.one('ServiceAccount', `casement-${name}`)).toMatchObject({
      automountServiceAccountToken: false,
    });
    expect(spec.topologySpreadConstraints?.map((one) => one.topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
  });

  it("requests the memory of Kong's workers for kong and not for auth", () => {
    const memoryOf = (name: string) =>
      render.container('Deployment', name).resources?.requests?.memory;
    expect(memoryOf('kong')).toBe('320Mi');
    expect(memoryOf('auth')).not.toBe('320Mi');
  });

  it('migrates before the rollout, and aborts if a migration fails', () => {
    for (const service of serviceNames) {
      const job = render.one('Job', `migrate-${service}`);
      expect(job.metadata.annotations).toMatchObject({
        'helm.sh/hook': 'pre-install,pre-upgrade',
        // Hooks are not part of the release, so a successful hook must not remain after `helm uninstall`.
        'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
        'helm.sh/hook-output-log-policy': 'hook-failed',
      });
      const container = render.container('Job', `migrate-${service}`);
      expect(container).toMatchObject({ args: ['dist/migrate.js'] });
      expect(container.image).toBe(render.container('Deployment', service).image);
      expect(job['spec'].template.spec.restartPolicy).toBe('Never');
    }
    // Hooks run before the rest of the release exists, so the objects that they need must be earlier hooks.
    const account = render.one('ServiceAccount', 'casement-migration').metadata.annotations!;
    expect(account['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(account['helm.sh/hook-delete-policy']).toContain('hook-succeeded');
    const test = render.one('Pod', 'casement-test').metadata.annotations!;
    expect(test['helm.sh/hook-delete-policy']).toContain('hook-succeeded');
    expect(Number(account['helm.sh/hook-weight'])).toBeLessThan(0);
  });

  it('checks first that the cluster has every third-party kind', () => {
    const others = render.objects
      .map(({ apiVersion, kind }) => `${apiVersion}/${kind}`)
      .filter((one) => /^[\w-]+(\.[\w-]+)+\//.test(one) && !/^[\w.]+\.k8s\.io\//.test(one));
    const gateway = render.objects.filter(({ apiVersion }) => apiVersion.startsWith('gateway.'));
    expect(others.length + gateway.length > 0).toBe(size === 'large');
    const known = text('k8s/casement/templates/_validate.tpl');
    for (const kind of [...others, ...gateway.map((one) => `${one.apiVersion}/${one.kind}`)])
      expect(known).toContain(`kind: ${kind},`);
  });

  it('limits the memory and disk used by slow request bodies in Kong, like compose', () => {
    const kong = render.container('Deployment', 'kong');
    const settings = {
      KONG_NGINX_HTTP_CLIENT_BODY_BUFFER_SIZE: '16k',
      KONG_NGINX_HTTP_CLIENT_BODY_TIMEOUT: '15s',
      KONG_NGINX_HTTP_CLIENT_MAX_BODY_SIZE: '6m',
      KONG_NGINX_HTTP_INCLUDE: '/etc/kong/nginx-http.conf',
      KONG_NGINX_PROXY_INCLUDE: '/etc/kong/nginx-server.conf',
    };
    const nginx = kong.env.filter(({ name }) => Object.hasOwn(settings, name));
    expect(Object.fromEntries(nginx.map(({ name, value }) => [name, value]))).toEqual(settings);
    const compose = parse(text('deploy/compose.yaml'), { merge: true }) as {
      services: { gateway: { environment: object; volumes: string[]; tmpfs: string[] } };
    };
    const { gateway } = compose.services;
    expect(gateway.environment).toMatchObject(settings);
    for (const file of ['nginx-http.conf', 'nginx-server.conf']) {
      expect(gateway.volumes).toContain(`../gateway/${file}:/etc/kong/${file}:ro`);
      expect(render.one('ConfigMap', 'casement-kong')).toMatchObject({
        data: { [file]: text(`gateway/${file}`) },
      });
    }
    // Both sizes exceed what two addresses can fill: 32 bodies of 6 MB each.
    expect(gateway.tmpfs).toContain('/kong_prefix:size=512m');
    const { spec } = render.pods().find(({ owner }) => owner.metadata.name === 'kong')!;
    expect(spec.volumes).toContainEqual({ name: 'prefix', emptyDir: { sizeLimit: '1Gi' } });
  });

  it('lets Kong finish calls before cutting streams, and both before the pod is killed', () => {
    const { spec } = render.pods().find(({ owner }) => owner.metadata.name === 'kong')!;
    const grace = Number(spec['terminationGracePeriodSeconds']);
    const kong = render.container('Deployment', 'kong');
    const [, endpoints, quit] = /sleep (\d+); exec kong quit --timeout=(\d+)/.exec(
      JSON.stringify(kong.lifecycle),
    )!;
    const name = 'KONG_NGINX_MAIN_WORKER_SHUTDOWN_TIMEOUT';
    const cut = kong.env.find((one) => one.name === name)?.value;
    expect(cut).toBe('20s');
    expect(parseInt(cut!)).toBeLessThan(Number(quit));
    expect(Number(endpoints) + Number(quit)).toBeLessThan(grace);
    // Compose has a single Kong, whose port is closed in the meantime.
    expect(text('deploy/compose.yaml')).toContain(`${name}: 5s`);
  });

  it("keeps requests, whose URLs may contain a token, out of Kong's logs, like compose", () => {
    const settings = { KONG_LOG_LEVEL: 'alert', KONG_PROXY_ACCESS_LOG: 'off' };
    const { env } = render.container('Deployment', 'kong');
    for (const [name, value] of Object.entries(settings))
      expect(env).toContainEqual({ name, value });
    const compose = parse(text('deploy/compose.yaml'), { merge: true }) as {
      services: { gateway: { environment: object } };
    };
    expect(compose.services.gateway.environment).toMatchObject(settings);
  });

  it("formats Kong's own errors in the common envelope", () => {
    const { env } = render.container('Deployment', 'kong');
    expect(env).toEqual(
      expect.arrayContaining([
        { name: 'KONG_ERROR_TEMPLATE_JSON', value: '/etc/kong/error.json' },
        { name: 'KONG_ERROR_DEFAULT_TYPE', value: 'application/json' },
      ]),
    );
    expect(render.one('ConfigMap', 'casement-kong')).toMatchObject({
      data: { 'error.json': text('gateway/error.json') },
    });
  });

  it('lets only the worker process installs', () => {
    const worker = (name: string) =>
      environmentOf(render.container('Deployment', name))['INSTALL_WORKER'];
    expect([worker('install'), worker('install-worker')]).toEqual(['false', 'true']);
  });

  it('defines a Service for every host and port of gateway/kong.yml', () => {
    const { services } = parse(text('gateway/kong.yml')) as {
      services: { host: string; port: number }[];
    };
    expect(services.length).toBeGreaterThan(5);
    for (const { host, port } of services) {
      // Headless because Kong must see each replica.
      expect(render.one('Service', `${host}-replicas`)['spec']).toMatchObject({
        clusterIP: 'None',
        selector: render.one('Service', host)['spec'].selector as object,
        ports: [{ port, targetPort: 'http' }],
      });
      const { ports, selector } = render.one('Service', host)['spec'] as {
        ports: { port: number; targetPort: string }[];
        selector: Record<string, string>;
      };
      const target = ports.find((one) => one.port === port)!.targetPort;
      expect(render.container('Deployment', host).ports).toContainEqual(
        expect.objectContaining({ name: target, containerPort: 3000 }),
      );
      expect(selector['app.kubernetes.io/component']).toBe(host);
    }
  });

  it('limits voluntary disruptions to one pod at a time', () => {
    const budgets = render.all('PodDisruptionBudget');
    expect(budgets.map(({ metadata }) => metadata.name).sort()).toEqual(
      size === 'laptop' ? [] : [...WORKLOADS].sort(),
    );
    for (const { spec } of budgets) expect(spec).toMatchObject({ maxUnavailable: 1 });
  });

  it('scales workers by pending installs only if Prometheus is configured', () => {
    const byQueue = render.all('ScaledObject');
    expect(byQueue.map(({ metadata }) => metadata.name)).toEqual(
      size === 'large' ? ['install-worker'] : [],
    );
    const byProcessor = render.all('HorizontalPodAutoscaler').map(({ metadata }) => metadata.name);
    expect(byProcessor).not.toContain('install-worker');
    for (const { spec } of byQueue) {
      const { settings } = parse(readFileSync(join(chart, 'values-large.yaml'), 'utf8')).install;
      // Otherwise a pod whose slots are all taken would never cause another pod to be added.
      const [{ metadata }] = spec.triggers as { metadata: { threshold: string } }[];
      expect(Number(metadata.threshold)).toBeLessThan(Number(settings.INSTALL_CONCURRENCY));
    }
  });

  it('never renders fewer pods than the autoscaler may choose', () => {
    const scalers = [...render.all('HorizontalPodAutoscaler'), ...render.all('ScaledObject')];
    expect(scalers.length > 0).toBe(size === 'large');
    for (const { metadata, spec } of render.all('Deployment')) {
      // An upgrade would reset a missing field to Kubernetes' default of one pod.
      const scaler = scalers.find((one) => one.metadata.name === metadata.name)?.['spec'] ?? {};
      const { minReplicas = scaler.minReplicaCount ?? 1 } = scaler;
      const { maxReplicas = scaler.maxReplicaCount ?? 200 } = scaler;
      expect([metadata.name, spec.replicas >= minReplicas, spec.replicas <= maxReplicas]).toEqual([
        metadata.name,
        true,
        true,
      ]);
    }
  });

  it.each(PROGRAMS)('makes %s %s trust a private authority if one is configured', (kind, name) => {
    const container = render.container(kind, name);
    const path = container.env.find((one) => one.name === 'NODE_EXTRA_CA_CERTS')?.value;
    expect(path).toBe(size === 'large' ? '/etc/casement/ca/ca.crt' : undefined);
    expect(container.volumeMounts?.filter((one) => one.name === 'ca')).toEqual(
      path ? [{ name: 'ca', mountPath: '/etc/casement/ca', readOnly: true }] : [],
    );
    const { volumes = [] } = render.one(kind, name)['spec'].template.spec as PodSpec;
    expect(volumes.filter((one) => one['name'] === 'ca')).toEqual(
      path
        ? [
            {
              name: 'ca',
              configMap: { name: 'casement-ca', items: [{ key: 'ca.crt', path: 'ca.crt' }] },
            },
          ]
        : [],
    );
  });

  describe('network policies', () => {
    interface Rule {
      from?: Peer[];
      to?: Peer[];
      ports: { port: number }[];
    }
    interface Peer {
      podSelector?: { matchLabels: Record<string, string> };
      namespaceSelector?: { matchLabels: Record<string, string> };
      ipBlock?: { cidr: string; except: string[] };
    }
    const rules = (name: string, way: 'ingress' | 'egress') =>
      (render.one('NetworkPolicy', `casement-${name}`)['spec'][way] ?? []) as Rule[];
    const pods = (peers: Peer[] | undefined) =>
      (peers ?? []).flatMap(
        (one) => one.podSelector?.matchLabels['app.kubernetes.io/component'] ?? [],
      );
    /** Peers in other namespaces, on this port. */
    const monitors = (name: string, port: number) =>
      rules(name, 'ingress')
        .filter((rule) => rule.ports.some((one) => one.port === port))
        .flatMap((rule) => rule.from ?? [])
        .flatMap((one) => one.namespaceSelector?.matchLabels['kubernetes.io/metadata.name'] ?? []);
    /** Our own pods, on this port. */
    const callers = (name: string, port: number) =>
      rules(name, 'ingress')
        .filter((rule) => rule.ports.some((one) => one.port === port))
        .flatMap((rule) => pods(rule.from));
    const called = (name: string, port: number) =>
      rules(name, 'egress')
        .filter((rule) => rule.ports.some((one) => one.port === port))
        .flatMap((rule) => pods(rule.to));

    it('refuse all traffic that is not listed', () => {
      const { podSelector, policyTypes, ingress } = render.one(
        'NetworkPolicy',
        'casement-default-deny',
      )['spec'];
      expect(policyTypes).toEqual(['Ingress', 'Egress']);
      expect(ingress).toBeUndefined();
      for (const { labels } of render.pods()) expect(labels).toMatchObject(podSelector.matchLabels);
      for (const name of [...WORKLOADS, 'migration', 'test'])
        expect(render.one('NetworkPolicy', `casement-${name}`)['spec'].policyTypes).toEqual([
          'Ingress',
          'Egress',
        ]);
    });

    it('allow gRPC only to services whose address is configured', () => {
      const asking = [...serviceNames, 'install-worker', 'install-desktop'];
      const asked = (name: string) =>
        Object.entries(environmentOf(render.container('Deployment', name)))
          .filter(([variable]) => variable.endsWith('_GRPC_URL'))
          .map(([, address]) => address.replace(':5000', ''))
          .sort();
      for (const name of asking)
        expect([name, called(name, 5000).sort()]).toEqual([name, asked(name)]);
      for (const name of serviceNames)
        expect([name, callers(name, 5000).sort()]).toEqual([
          name,
          asking.filter((other) => asked(other).includes(name)).sort(),
        ]);
    });

    it('allow HTTP from the gateway only, except for the public keys and the price', () => {
      for (const name of [...serviceNames, 'install-desktop', 'web'])
        expect([name, callers(name, 3000).includes('kong')]).toEqual([name, true]);
      for (const name of ['install', 'install-desktop', 'telegram', 'security', 'web'])
        expect([name, callers(name, 3000)]).toEqual([name, ['kong']]);
      expect(callers('billing', 3000).sort()).toEqual(['kong', 'web']);
      expect(callers('install-worker', 3000)).toEqual([]);
      expect(called('kong', 3000).sort()).toEqual(
        [...serviceNames, 'install-desktop', 'web'].sort(),
      );
      expect(called('kong', 5432)).toEqual([]);
    });

    it('allow metrics for the listed callers only', () => {
      for (const name of [...serviceNames, 'install-worker', 'install-desktop'])
        expect([name, monitors(name, 3000)]).toEqual([
          name,
          size === 'large' ? ['monitoring'] : [],
        ]);
      expect(monitors('web', 3000)).toEqual([]);
    });

    it('allow PostgreSQL for services and migrations, NATS for services, neither for relay and web', () => {
      const reaches = (name: string, port: number) =>
        rules(name, 'egress').some((rule) => rule.ports.some((one) => one.port === port));
      for (const name of [...serviceNames, 'install-worker'])
        expect([name, reaches(name, 5432), reaches(name, 4222)]).toEqual([name, true, true]);
      expect([reaches('migration', 5432), reaches('migration', 4222)]).toEqual([true, false]);
      for (const port of [5432, 4222])
        expect([port, reaches('install-desktop', port)]).toEqual([port, false]);
      expect(called('install-desktop', 3000)).toEqual([]);
      expect(called('web', 3000)).toEqual(['auth', 'billing']);
      expect(rules('web', 'egress')).toHaveLength(1);
      expect(rules('security', 'egress').flatMap((rule) => rule.to ?? [])).not.toContainEqual(
        expect.objectContaining({ ipBlock: expect.anything() }),
      );
    });

    it.each(['install-worker', 'install-desktop'])(
      'allow %s to reach machines on the internet, but no private network',
      (name) => {
        const out = rules(name, 'egress').flatMap(({ to, ports }) =>
          (to ?? []).filter((one) => one.ipBlock).map((one) => ({ ...one.ipBlock!, ports })),
        );
        expect(out).toHaveLength(1);
        expect(out[0].ports).toEqual([{ protocol: 'TCP' }]);
        expect(out[0].except).toEqual(
          expect.arrayContaining([
            '10.0.0.0/8',
            '172.16.0.0/12',
            '192.168.0.0/16',
            '169.254.0.0/16',
          ]),
        );
      },
    );
  });
});

describe('chart', () => {
  it.each(GATEWAY_FILES)('uses gateway/%s itself instead of a copy', (file) => {
    const link = join(chart, 'files', file);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(realpathSync(link)).toBe(realpathSync(join(repository, 'gateway', file)));
    for (const size of sizes)
      expect(new Render(size).one('ConfigMap', 'casement-kong')).toMatchObject({
        data: { 'kong.yml': 'gateway/kong.yml' },
      });
  });

  it.each(sizes)(
    'searches the complete log of every auth pod for the password in the notes: values-%s',
    (size) => {
      const [, options] = /logs (.*) \| grep -i password/.exec(
        text('k8s/casement/templates/NOTES.txt'),
      )!;
      const [, label, value] = /^-l ([\w./-]+)=([\w-]+) /.exec(options)!;
      const selected = new Render(size).pods().filter(({ labels }) => labels[label] === value);
      expect(selected.map(({ owner }) => [owner.kind, owner.metadata.name])).toEqual([
        ['Deployment', 'auth'],
      ]);
      // kubectl with a selector shows only the last ten lines, and names their pod only on request.
      expect(options.split(' ').slice(2)).toEqual(['--prefix', '--tail=-1']);
    },
  );

  it.each([
    ...serviceNames.map((name): [string, string] => [name, name]),
    ['desktop', 'install-desktop'],
  ])('gives %s only the addresses of the services that it may call', (service, workload) => {
    const notes = new Render('small')
      .container('Deployment', workload)
      .env.flatMap(({ name }) => /^(\w+)_GRPC_URL$/.exec(name)?.[1]?.toLowerCase() ?? []);
    const mayCall = Object.entries(METHODS)
      .filter(([, callers]) => (callers as readonly string[]).includes(service))
      .map(([path]) => path.split('.')[1]);
    expect(notes.sort()).toEqual([...new Set(mayCall)].sort());
  });

  it.each(serviceNames)('allows setting every variable of %s and no other', (service) => {
    const schema = JSON.parse(text('k8s/casement/values.schema.json')) as {
      properties: Record<
        string,
        { properties: Record<'settings' | 'secretRefs', { properties: object }> }
      >;
    };
    const { settings, secretRefs } = schema.properties[service].properties;
    const settable = Object.keys(settings.properties);
    const secret = Object.keys(secretRefs.properties);
    const known = variablesOf(service);
    expect([...settable, ...secret].filter((name) => !known.includes(name))).toEqual([]);
    expect(secret.sort()).toEqual(known.filter((name) => isSecret(service, name)).sort());
    // Set by the chart itself from values shared by several services.
    const actual = new Render('large').container('Deployment', service).env.map(({ name }) => name);
    const chartOwn = [
      'NATS_NAMESPACE',
      'NATS_CREDS_FILE',
      'SUPPORT_EMAIL',
      'DATA_DIR',
      'IMAGE_STORE_DIR',
      'IMAGE_IMPORT_DIR',
      'INSTALL_REGION',
    ];
    const reachable = [...settable, ...secret, ...actual, ...chartOwn];
    expect(known.filter((name) => !reachable.includes(name))).toEqual([]);
  });
});
