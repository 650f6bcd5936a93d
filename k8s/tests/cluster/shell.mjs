/** Shell that types commands against the cluster, inspects the result, and counts checks. */
import { spawn } from 'node:child_process';

const OF_RELEASE = 'app.kubernetes.io/instance=casement';
const SETTLES_MS = 60_000;

export class Shell {
  /** Passed and failed checks over all shells of a run. */
  static counts = { passed: 0, failed: 0 };

  /** @param folder working directory of the shell */
  constructor(folder, env) {
    Object.assign(this, { folder, env });
  }

  /**
   * Types a command that must succeed; the walk ends if it fails.
   *
   * @returns its output
   */
  async mustRun(line) {
    const { code, output } = await this.tryRun(line);
    if (code !== 0) throw new Error(`${this.size}: ${line}\n${output}`);
    return output;
  }

  /** @returns exit code and output, including stderr if the command fails */
  tryRun(line, input = '') {
    const child = spawn('bash', ['-c', `set -e\n${line}`], { cwd: this.folder, env: this.env });
    child.stdin.on('error', () => undefined).end(input);
    let [output, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    return new Promise((resolve, reject) =>
      child
        .on('error', reject)
        .on('close', (code) => resolve({ code, output: code === 0 ? output : output + errors })),
    );
  }

  async applyObjects(...objects) {
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    const { code, output } = await this.tryRun('kubectl apply -f -', list);
    if (code !== 0) throw new Error(output);
  }

  /** @returns KIND/NAME of the release's objects of these kinds */
  async namesOf(kinds, label = OF_RELEASE) {
    const output = await this.mustRun(`kubectl -n casement get ${kinds} -l '${label}' -o name`);
    return output.split('\n').filter(Boolean).sort();
  }

  /**
   * @returns names of Deployments with fewer available pods than desired. A rollout may briefly have more pods than
   * desired.
   */
  async unavailable() {
    const { items } = JSON.parse(await this.mustRun('kubectl -n casement get deployments -o json'));
    if (items.length === 0) return ['there is no Deployment'];
    return items
      .filter(({ spec, status }) => (status.availableReplicas ?? 0) < spec.replicas)
      .map(({ metadata }) => metadata.name);
  }

  check(what, found, wanted) {
    const [one, other] = [found, wanted].map((value) => JSON.stringify(value));
    Shell.counts[one === other ? 'passed' : 'failed'] += 1;
    const line = one === other ? what : `${what}: ${one} instead of ${other}`;
    console.log(`${one === other ? 'ok  ' : 'FAIL'} ${this.size}: ${line}`);
  }

  /** Checks a condition that must become true within a minute, because controllers lag behind. */
  async waitFor(what, read, wanted) {
    let found = await read();
    for (
      const end = Date.now() + SETTLES_MS;
      JSON.stringify(found) !== JSON.stringify(wanted) && Date.now() < end;
      found = await read()
    )
      await new Promise((resolve) => setTimeout(resolve, 250));
    this.check(what, found, wanted);
  }
}
