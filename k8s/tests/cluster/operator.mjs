/** Who reads kubernetes.md and types what it says, and looks at the cluster after each command. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRETS, SERVICES } from '../../../deploy/docker/check/environment.mjs';
import { commands, secretKeys } from './guide.mjs';
import { until } from './servers.mjs';

const here = import.meta.dirname;
const CHANGE = 'Change, go back, remove';
const OF_RELEASE = 'app.kubernetes.io/instance=casement';

export class Operator {
  constructor(folder, env, kubelet, engines, counts) {
    Object.assign(this, { folder, env, kubelet, engines, counts });
    this.values = join(folder, 'my-values.yaml');
  }

  async walk(size) {
    this.size = size;
    copyFileSync(join(here, `../../casement/values-${size}.yaml`), this.values);
    this.prepare();
    if (size === 'large') this.lacksKinds();
    this.install();
    if (size === 'small') {
      this.migrationFails();
      this.scales();
    }
    this.goesBack();
    this.uninstalls();
    if (size === 'small') this.withoutHelm();
    this.types('kubectl delete namespace casement --wait');
    await until(
      'the namespace is gone',
      () => this.runs('kubectl get namespace casement').code !== 0,
    );
    this.check('the stand-in kubelet had no trouble', this.kubelet.problems.splice(0), []);
  }

  prepare() {
    for (const line of commands('4. Secrets', 'create namespace').slice(0, 2)) this.types(line);
    for (const [name, keys] of Object.entries(secretKeys())) {
      const service = name.replace('casement-', '');
      const of = {
        ...SECRETS,
        DATABASE_URL: this.engines.databases[service],
        NATS_URL: this.engines.nats,
      };
      const stringData = Object.fromEntries(keys.map((key) => [key, of[key]]));
      this.applies(object('v1', 'Secret', name, { stringData }));
    }
    // A volume for the images of one node; clusters have a provisioner for that.
    const volume = {
      capacity: { storage: '30Gi' },
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/images' },
    };
    if (this.size === 'laptop')
      this.applies(object('v1', 'PersistentVolume', 'images', { spec: volume }));
    if (this.size !== 'large') return;
    for (const service of SERVICES) {
      this.applies(
        object('v1', 'Secret', `casement-db-${service}`, {
          stringData: { uri: this.engines.databases[service] },
        }),
      );
    }
    this.applies(object('scheduling.k8s.io/v1', 'PriorityClass', 'casement', { value: 1000 }));
  }

  /** values-large in a cluster without Gateway API and Prometheus Operator; then with them. */
  lacksKinds() {
    const { code, output } = this.runs(commands('5. Install', 'helm upgrade --install')[0]);
    this.check(
      'kinds that are not there are named, all of them',
      code !== 0 &&
        [...output.matchAll(/\w+(?= \((?:Gateway API|Prometheus Operator);)/g)].map(String),
      [...['HTTPRoute', 'ServiceMonitor', 'PodMonitor', 'PrometheusRule']],
    );
    this.check('nothing was applied', this.names('deployments,jobs,services'), []);
    for (const [group, kind] of [
      ['gateway.networking.k8s.io', 'HTTPRoute'],
      ['monitoring.coreos.com', 'ServiceMonitor'],
      ['monitoring.coreos.com', 'PodMonitor'],
      ['monitoring.coreos.com', 'PrometheusRule'],
    ])
      this.applies(definition(group, kind));
    this.types('kubectl wait --for=condition=established crd --all --timeout=30s');
  }

  install() {
    const before = this.kubelet.migrations.length;
    const [install, test] = commands('5. Install', 'helm upgrade --install');
    this.types(install);
    const migrated = this.kubelet.migrations.slice(before);
    this.check(
      'five migrations ran',
      migrated.map(({ service, code }) => [service, code]).sort(),
      SERVICES.map((one) => [one, 0]).sort(),
    );
    this.check('every Deployment is available', this.unavailable(), []);
    this.types(test);
    this.check(
      'hooks that succeeded are gone',
      this.names('jobs,pods', `${OF_RELEASE},app.kubernetes.io/component in (migration,test)`),
      [],
    );
  }

  migrationFails() {
    const before = this.replicaSets();
    const [upgrade] = commands(CHANGE, 'helm upgrade');
    const { billing } = this.engines.databases;
    const change = (url) =>
      this.applies(
        object('v1', 'Secret', 'casement-billing', { stringData: { DATABASE_URL: url } }),
        '--server-side --force-conflicts',
      );
    appendFileSync(this.values, 'logLevel: debug\n');
    change(billing.replace(/\/billing$/, '/no_such'));
    const { code, output } = this.runs(upgrade);
    this.check(
      'a failing migration fails the upgrade',
      [code !== 0, /pre-upgrade hooks failed/.test(output)],
      [true, true],
    );
    this.check('no pod was replaced', this.replicaSets(), before);
    this.check('its Job stays', this.names('jobs', `${OF_RELEASE},casement/migrates=billing`), [
      'job.batch/migrate-billing',
    ]);
    change(billing);
    this.types(upgrade);
    this.check('the next upgrade takes it away', this.names('jobs'), []);
  }

  scales() {
    const [upgrade] = commands(CHANGE, 'helm upgrade');
    const replicas = () =>
      this.types('kubectl -n casement get deployment auth -o jsonpath={.spec.replicas}').trim();
    const scaled = (on) => this.types(`${upgrade} --set auth.autoscaling.enabled=${on}`);
    scaled(true);
    this.check(
      'the autoscaler finds as many as there were',
      [replicas(), this.names('hpa')],
      ['2', ['horizontalpodautoscaler.autoscaling/auth']],
    );
    this.types('kubectl -n casement scale deployment auth --replicas=4');
    scaled(true);
    this.check('an upgrade keeps what it chose', replicas(), '4');
    scaled(false);
    this.check(
      'without it there are as many as the values say',
      [replicas(), this.names('hpa')],
      ['2', []],
    );
  }

  goesBack() {
    const [upgrade, rollback] = commands(CHANGE, 'helm upgrade');
    const level = () =>
      this.types(
        `kubectl -n casement get deployment auth -o jsonpath='{.spec.template.spec.containers[0].env[?(@.name=="LOG_LEVEL")].value}'`,
      );
    const before = level();
    this.types(`${upgrade} --set logLevel=warn`);
    this.check('an upgrade arrives', level(), 'warn');
    this.types(rollback);
    this.check(
      'a rollback brings back the version before',
      [level(), this.unavailable()],
      [before, []],
    );
  }

  uninstalls() {
    this.types(commands(CHANGE, 'helm upgrade')[2]);
    const all =
      'all,serviceaccounts,configmaps,networkpolicies,poddisruptionbudgets,ingresses,persistentvolumeclaims';
    const kept = this.size === 'laptop' ? ['persistentvolumeclaim/casement-images'] : [];
    this.check('only what the guide says stays', this.names(all), kept);
  }

  withoutHelm() {
    const [make, ...lines] = [
      'make manifests VALUES=my-values.yaml',
      ...commands('Without Helm', 'kubectl'),
    ];
    this.types(make);
    this.types(lines.join('\n'));
    this.types('kubectl -n casement wait --for=condition=available deployment --all --timeout=2m');
    this.check('every Deployment is available without helm', this.unavailable(), []);
  }

  /** What the shell answers; the walk ends where a command that should work fails. */
  types(line) {
    const { code, output } = this.runs(line);
    if (code !== 0) throw new Error(`${this.size}: ${line}\n${output}`);
    return output;
  }

  runs(line, input = '') {
    const options = { cwd: this.folder, env: this.env, encoding: 'utf8', input, timeout: 600_000 };
    const { status, stdout, stderr } = spawnSync('bash', ['-c', `set -e\n${line}`], options);
    return { code: status, output: status === 0 ? stdout : stdout + stderr };
  }

  applies(what, options = '') {
    const { code, output } = this.runs(`kubectl apply ${options} -f -`, JSON.stringify(what));
    if (code !== 0) throw new Error(output);
  }

  names(kinds, label = OF_RELEASE) {
    return this.types(`kubectl -n casement get ${kinds} -l '${label}' -o name`)
      .split('\n')
      .filter(Boolean);
  }

  replicaSets() {
    return this.names('replicasets').sort();
  }

  unavailable() {
    const { items } = JSON.parse(this.types('kubectl -n casement get deployments -o json'));
    if (items.length === 0) return ['there is no Deployment'];
    return items
      .filter(({ spec, status }) => status.availableReplicas !== spec.replicas)
      .map(({ metadata }) => metadata.name);
  }

  check(what, found, wanted) {
    const [one, other] = [found, wanted].map((value) => JSON.stringify(value));
    this.counts[one === other ? 'passed' : 'failed'] += 1;
    console.log(
      one === other
        ? `ok   ${this.size}: ${what}`
        : `FAIL ${this.size}: ${what}: ${one} instead of ${other}`,
    );
  }
}

const object = (apiVersion, kind, name, rest) => ({
  ...{ apiVersion, kind },
  metadata: {
    name,
    ...(['PersistentVolume', 'PriorityClass'].includes(kind) ? {} : { namespace: 'casement' }),
  },
  ...rest,
});

/** A kind of another's, of any shape: whether the chart's objects fit it is `make chart-check`'s. */
function definition(group, kind) {
  const plural = `${kind.toLowerCase()}s`;
  const schema = {
    openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  };
  return {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    metadata: {
      name: `${plural}.${group}`,
      annotations: { 'api-approved.kubernetes.io': 'unapproved, a stand-in' },
    },
    spec: {
      ...{ group, scope: 'Namespaced', names: { kind, plural, singular: kind.toLowerCase() } },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
