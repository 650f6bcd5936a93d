/** Operator who types the commands of kubernetes.md and checks the cluster after each one. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, SECRETS, SERVICES } from '../../../deploy/docker/check/environment.mjs';
import { commands, secretKeys } from './guide.mjs';
import { definition, inNamespace, named, volume } from './objects.mjs';
import { Shell } from './shell.mjs';

const CHANGE = 'Change, go back, remove';
const TEST_OR_MIGRATION =
  'app.kubernetes.io/instance=casement,app.kubernetes.io/component in (migration,test)';
/** Minimum number of pods per values file: as configured, or the autoscaler's minimum. */
const AUTH_PODS = {
  laptop: { fixed: '1', least: '2' },
  small: { fixed: '2', least: '2' },
  large: { fixed: '3', least: '3' },
};
const OF_AUTH = 'app.kubernetes.io/instance=casement,app.kubernetes.io/component=auth';
const OF_THE_RELEASE =
  'all,serviceaccounts,configmaps,networkpolicies,poddisruptionbudgets,ingresses,persistentvolumeclaims';

export class Operator extends Shell {
  /**
   * @param size of values-SIZE.yaml
   * @param backingServices URLs for pods: postgres (superuser), nats
   */
  constructor(size, folder, env, kubelet, backingServices) {
    super(folder, env);
    // `laptop` runs every pod as a process. The other sizes only run migrations, to fit a machine with two
    // processors.
    kubelet.machine.runsServices = size === 'laptop';
    Object.assign(this, { size, kubelet, backingServices, values: join(folder, 'my-values.yaml') });
  }

  async walk() {
    copyFileSync(join(import.meta.dirname, `../../casement/values-${this.size}.yaml`), this.values);
    await this.prepareNamespace();
    if (this.size === 'large') {
      await this.createLargePrerequisites();
      await this.checkMissingKinds();
    }
    await this.installChart();
    if (this.size === 'small') await this.checkFailedMigration();
    await this.checkScaling();
    await this.rollBack();
    await this.uninstallChart();
    if (this.size === 'small') await this.applyWithoutHelm();
    await this.mustRun('kubectl delete namespace casement --wait --timeout=2m');
    this.check('the stand-in kubelet had no trouble', this.kubelet.problems.splice(0), []);
  }

  /** Follows sections 2 and 4. */
  async prepareNamespace() {
    const [create, label, key] = commands('4. Secrets', 'create namespace');
    for (const line of [create, label, key]) await this.mustRun(line);
    this.databases = {};
    for (const service of SERVICES) {
      // Each walk starts with empty databases, so their names contain the size.
      const name = `${service}_${this.size}`;
      this.databases[service] = (
        await createDatabase(this.backingServices.postgres, name)
      ).DATABASE_URL;
    }
    const { IMAGE_S3_ACCESS_KEY_ID, IMAGE_S3_SECRET_ACCESS_KEY, ...always } = SECRETS;
    const secrets = {
      ...always,
      ...(this.size === 'laptop' ? {} : { IMAGE_S3_ACCESS_KEY_ID, IMAGE_S3_SECRET_ACCESS_KEY }),
      ...(this.size === 'large'
        ? {
            BINANCE_API_KEY: randomUUID(),
            BINANCE_API_SECRET: randomUUID(),
            MIDTRANS_SERVER_KEY: randomUUID(),
          }
        : {}),
      NATS_URL: this.backingServices.nats,
      JWT_SIGNING_KEY: readFileSync(join(this.folder, 'jwt.pem'), 'utf8'),
    };
    for (const [name, keys] of Object.entries(secretKeys())) {
      const of = { ...secrets, DATABASE_URL: this.databases[name.replace('casement-', '')] };
      const stringData = Object.fromEntries(keys.map((one) => [one, of[one]]).filter(([, v]) => v));
      await this.applyObjects(inNamespace('Secret', name, { stringData }));
    }
    if (this.size === 'laptop') await this.applyObjects(volume);
  }

  /**
   * Creates the objects that values-large refers to: an authority, identities, NATS certificates, the operator's
   * Secrets, a priority class.
   */
  async createLargePrerequisites() {
    await this.mustRun(commands('Certificates of the services', 'new-certificates.sh').join('\n'));
    const ca = readFileSync(join(this.folder, 'FOLDER/ca.crt'), 'utf8');
    await this.applyObjects(inNamespace('ConfigMap', 'casement-ca', { data: { 'ca.crt': ca } }));
    for (const service of SERVICES)
      await this.applyObjects(
        inNamespace('Secret', `casement-nats-${service}`, { stringData: { 'ca.crt': ca } }),
        inNamespace('Secret', `casement-db-${service}`, {
          stringData: { uri: this.databases[service] },
        }),
      );
    await this.applyObjects(
      named('scheduling.k8s.io/v1', 'PriorityClass', 'casement', { value: 1000 }),
    );
  }

  /** Tries to install values-large without the operators that it requires, then adds their CRDs. */
  async checkMissingKinds() {
    const { code, output } = await this.tryRun(commands('5. Install', 'helm upgrade --install')[0]);
    const kinds = [...output.matchAll(/([\w.-]+)\/(v\w+)\/(\w+) \(/g)].map(([, ...kind]) => kind);
    this.check(
      'kinds that are not there are named, all of them',
      [code !== 0, kinds.map(([, , kind]) => kind)],
      [true, ['HTTPRoute', 'ServiceMonitor', 'PodMonitor', 'PrometheusRule', 'ScaledObject']],
    );
    this.check('nothing was applied', await this.namesOf('deployments,jobs,services'), []);
    for (const kind of kinds) await this.applyObjects(definition(...kind));
    await this.mustRun('kubectl wait --for=condition=established crd --all --timeout=30s');
  }

  async installChart() {
    const before = this.kubelet.migrations.length;
    const [install, test] = commands('5. Install', 'helm upgrade --install');
    await this.mustRun(install);
    const migrated = this.kubelet.migrations.slice(before);
    this.check(
      'five migrations ran',
      migrated.map(({ service, code }) => [service, code]).sort(),
      SERVICES.map((one) => [one, 0]).sort(),
    );
    this.check('every Deployment is available', await this.unavailable(), []);
    // Includes stderr, to which helm prints the logs of hooks.
    const output = await this.mustRun(`${test} 2>&1`);
    if (this.kubelet.machine.runsServices) {
      this.check(
        'through the gateway pages and services answer',
        output.match(/^(ok|FAIL) /gm),
        Array(10).fill('ok '),
      );
      await this.readNotes();
    }
    await this.waitFor(
      'hooks that succeeded are gone',
      () => this.namesOf('jobs,pods,serviceaccounts', TEST_OR_MIGRATION),
      [],
    );
  }

  async readNotes() {
    const notes = await this.mustRun('helm get notes casement -n casement');
    const { output } = await this.tryRun(/kubectl .* logs .*/.exec(notes)?.[0] ?? 'false');
    this.check(
      'the command of the notes finds the password that was made up',
      output.match(/^\[pod\/auth-.*\] +password +\S+$/gm)?.length,
      1,
    );
  }

  async checkFailedMigration() {
    const before = await this.namesOf('replicasets');
    const [upgrade] = commands(CHANGE, 'helm upgrade');
    const change = (url) => {
      const patch = JSON.stringify({ stringData: { DATABASE_URL: url } });
      return this.mustRun(`kubectl -n casement patch secret casement-billing -p '${patch}'`);
    };
    const wrong = new URL(this.databases.billing);
    wrong.pathname = 'no_such_database';
    appendFileSync(this.values, 'logLevel: debug\n');
    await change(wrong.href);
    const { code, output } = await this.tryRun(upgrade);
    this.check(
      'a failing migration fails the upgrade, and helm prints why',
      [
        code !== 0,
        ...['pre-upgrade hooks failed', 'no_such_database'].map((one) => output.includes(one)),
      ],
      [true, true, true],
    );
    this.check('no pod was replaced', await this.namesOf('replicasets'), before);
    this.check(
      'its Job stays',
      await this.namesOf('jobs', 'app.kubernetes.io/instance=casement,casement/migrates=billing'),
      ['job.batch/migrate-billing'],
    );
    await change(this.databases.billing);
    await this.mustRun(upgrade);
    this.check('the next upgrade takes it away', await this.namesOf('jobs'), []);
  }

  async checkScaling() {
    const [upgrade] = commands(CHANGE, 'helm upgrade');
    const { fixed, least } = AUTH_PODS[this.size];
    const state = async () => [
      await this.mustRun('kubectl -n casement get deployment auth -o jsonpath={.spec.replicas}'),
      await this.namesOf('hpa', OF_AUTH),
    ];
    const scaled = (on) => this.mustRun(`${upgrade} --set auth.autoscaling.enabled=${on}`);
    const autoscaler = ['horizontalpodautoscaler.autoscaling/auth'];
    await scaled(true);
    this.check('the autoscaler finds as many as there were, or its fewest', await state(), [
      least,
      autoscaler,
    ]);
    await this.mustRun('kubectl -n casement scale deployment auth --replicas=4');
    await scaled(true);
    this.check('an upgrade keeps what it chose', await state(), ['4', autoscaler]);
    await scaled(false);
    this.check('without it there are as many as the values say', await state(), [fixed, []]);
  }

  async rollBack() {
    const [upgrade, rollback] = commands(CHANGE, 'helm upgrade');
    const variable = `'{.spec.template.spec.containers[0].env[?(@.name=="LOG_LEVEL")].value}'`;
    const level = () =>
      this.mustRun(`kubectl -n casement get deployment auth -o jsonpath=${variable}`);
    const before = await level();
    await this.mustRun(`${upgrade} --set logLevel=warn`);
    this.check('an upgrade arrives', await level(), 'warn');
    await this.mustRun(rollback);
    const now = [await level(), await this.unavailable()];
    this.check('a rollback brings back the version before', now, [before, []]);
  }

  async uninstallChart() {
    await this.mustRun(commands(CHANGE, 'helm upgrade')[2]);
    const remaining = this.size === 'laptop' ? ['persistentvolumeclaim/casement-images'] : [];
    await this.waitFor(
      'what the guide says stays, and no more',
      () => this.namesOf(OF_THE_RELEASE),
      remaining,
    );
  }

  async applyWithoutHelm() {
    const apply = commands('Without Helm', 'kubectl').join('\n');
    await this.mustRun('make manifests VALUES=my-values.yaml');
    await this.mustRun(apply);
    await this.waitFor('every Deployment is available without helm', () => this.unavailable(), []);
  }
}
