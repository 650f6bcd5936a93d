/**
 * Stands in for scheduler and kubelet, which need a container engine: pods are not placed, and their state is set here.
 *
 * - A migration's pod runs the real process in its image's file system (deploy/docker/check), and is what that process ends as.
 * - A pod of a Deployment is said to be running and ready at once: that each image starts and is healthy is `make images-check`.
 * - The test's pod is said to have succeeded: there is no network between pods here.
 */
import { entry, run } from '../../../deploy/docker/check/sandbox.mjs';

export class Kubelet {
  known = new Set();
  /** What migrations ended as: { service, code, output } */
  migrations = [];
  problems = [];

  /**
   * @param address of the API
   * @param rootOf gives a service's root file system
   */
  constructor(address, rootOf) {
    Object.assign(this, { address, rootOf });
    this.loop = this.#watch();
  }

  async stop() {
    this.stopped = true;
    await this.loop;
  }

  async #watch() {
    while (!this.stopped) {
      try {
        const { items } = await this.#ask('/api/v1/pods');
        for (const pod of items)
          if (!this.known.has(pod.metadata.uid)) {
            this.known.add(pod.metadata.uid);
            this.#start(pod).catch((error) => this.problems.push(error.message));
          }
      } catch (error) {
        if (!this.stopped) this.problems.push(error.message);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async #start(pod) {
    const service = pod.metadata.labels?.['casement/migrates'];
    if (pod.metadata.labels?.['app.kubernetes.io/component'] === 'test')
      return this.#report(pod, 'Succeeded', 0);
    if (!service) return this.#report(pod, 'Running');
    await this.#report(pod, 'Running');
    const root = this.rootOf(service);
    const [container] = pod.spec.containers;
    const environment = await Promise.all(
      container.env.map((one) => this.#valueOf(pod.metadata.namespace, one)),
    );
    const given = environment.filter(([, value]) => value !== undefined);
    const process = run(root, service, Object.fromEntries(given), entry(root, ...container.args));
    const code = await process.ended;
    this.migrations.push({ service, code, output: process.output });
    await this.#report(pod, code === 0 ? 'Succeeded' : 'Failed', code);
  }

  /** As the kubelet reads it: a Secret's key that is missing is an error unless it is optional. */
  async #valueOf(namespace, { name, value, valueFrom }) {
    if (!valueFrom) return [name, value ?? ''];
    const { name: secret, key, optional } = valueFrom.secretKeyRef;
    const { data } = await this.#ask(`/api/v1/namespaces/${namespace}/secrets/${secret}`).catch(
      (error) => {
        if (optional) return { data: {} };
        throw error;
      },
    );
    if (data?.[key] === undefined && !optional) throw new Error(`${secret} has no key ${key}`);
    return [
      name,
      data?.[key] === undefined ? undefined : Buffer.from(data[key], 'base64').toString(),
    ];
  }

  #report({ metadata, spec }, phase, exitCode) {
    const now = new Date().toISOString();
    const done = exitCode !== undefined;
    const state = done
      ? {
          terminated: { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', finishedAt: now },
        }
      : { running: { startedAt: now } };
    const ready = done ? 'False' : 'True';
    const status = {
      phase,
      startTime: now,
      conditions: ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map(
        (type, index) => ({
          ...{ type, status: index < 2 ? 'True' : ready, lastTransitionTime: now },
        }),
      ),
      containerStatuses: spec.containers.map(({ name, image }) => ({
        ...{ name, image, imageID: image, restartCount: 0, ready: !done, started: !done, state },
      })),
    };
    return this.#ask(`/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/status`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: JSON.stringify({ status }),
    }).catch((error) => {
      // It may have been deleted meanwhile.
      if (!/404/.test(error.message)) throw error;
    });
  }

  async #ask(path, options) {
    const answer = await fetch(this.address + path, options);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}
