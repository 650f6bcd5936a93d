/**
 * Fake scheduler and kubelet, because the real ones need a container engine. All pods are placed on a single node.
 *
 * - Like a kubelet, it waits until the Secrets and ConfigMaps that a pod refers to, and their keys, exist.
 * - A pod run by Machine is a process: state and log are those of the process, and the pod is ready when its probe
 *   succeeds. It is not restarted, so a process that exits unexpectedly is an error.
 * - Any other pod is immediately reported as running and ready. The test pod is reported as succeeded.
 */
import { createServer } from 'node:https';
import { freePort } from '@casement/local/ports.js';

const POLL_MS = 200;
const PROBE_MS = 1000;
const NODE = 'stand-in';

export class Kubelet {
  /** Pod uid → its running process. */
  pods = new Map();
  /** Results of migrations: { service, code } */
  migrations = [];
  problems = [];

  /**
   * @param address address of the API
   * @param machine runs pods (machine.mjs)
   * @param network assigns names and addresses to Services (network.mjs)
   * @param tls key and certificate with which the API reads logs
   */
  constructor(address, machine, network, tls) {
    Object.assign(this, { address, machine, network, tls });
  }

  async start() {
    const port = await freePort();
    this.server = createServer(this.tls, (request, response) => response.end(this.#log(request)));
    await new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    await this.#send('POST', '/api/v1/nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: NODE },
      status: {
        addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
        daemonEndpoints: { kubeletEndpoint: { Port: port } },
      },
    });
    this.loop = this.#watch();
  }

  async stop() {
    this.stopped = true;
    await this.loop;
    this.server?.close();
    for (const { process } of this.pods.values()) process?.stop();
  }

  async #watch() {
    while (!this.stopped) {
      await this.#read().catch((error) => this.#hasTrouble(error.message));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async #read() {
    const services = await this.#ask('/api/v1/namespaces/casement/services');
    await this.network.applyServices(services.items, (...port) => this.#endpointsOf(...port));
    const { items } = await this.#ask('/api/v1/pods');
    for (const pod of items) {
      const { uid, deletionTimestamp } = pod.metadata;
      if (!this.pods.has(uid)) {
        this.pods.set(uid, { path: pathOf(pod) });
        this.#begin(pod).catch((error) => this.#hasTrouble(`${pathOf(pod)}: ${error.message}`));
      } else if (deletionTimestamp && !this.pods.get(uid).ending) {
        this.pods.get(uid).ending = true;
        this.#end(pod).catch((error) => this.#hasTrouble(`${pathOf(pod)}: ${error.message}`));
      }
    }
  }

  async #begin(pod) {
    const known = this.pods.get(pod.metadata.uid);
    const target = { apiVersion: 'v1', kind: 'Node', name: NODE };
    await this.#send('POST', `${pathOf(pod)}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: pod.metadata.name },
      target,
    });
    const podConfig = await this.#podConfig(pod, known);
    if (!podConfig) return;
    const { component, migrates: service } = labelsOf(pod);
    known.process = await this.machine.run(pod, podConfig.environment, podConfig.files);
    if (!known.process)
      return this.#report(pod, component === 'test' ? { phase: 'Succeeded', exitCode: 0 } : {});
    const { readinessProbe: probe } = pod.spec.containers[0];
    await this.#report(pod, { ready: !probe });
    if (probe) this.#probes(pod, known).catch((error) => this.#hasTrouble(error.message));
    const code = await known.process.ended;
    if (known.ending || this.stopped) return;
    if (probe) this.#hasTrouble(`${pathOf(pod)} ended with ${code}: ${known.process.output}`);
    if (service) this.migrations.push({ service, code });
    await this.#report(pod, { phase: code === 0 ? 'Succeeded' : 'Failed', exitCode: code });
  }

  /** Reports each readiness change of the pod to the API. */
  async #probes(pod, known) {
    const [{ readinessProbe, ports }] = pod.spec.containers;
    const { path, port } = readinessProbe.httpGet;
    const { containerPort = port } = ports.find(({ name }) => name === port) ?? {};
    const url = `http://${known.process.address}:${containerPort}${path}`;
    for (let ready = false; !known.ending && !this.stopped;) {
      const signal = AbortSignal.timeout(readinessProbe.timeoutSeconds * 1000);
      const now = await fetch(url, { signal }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (now !== ready) await this.#report(pod, { ready: now });
      ready = now;
      await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
    }
  }

  async #endpointsOf(service, port) {
    const slices = '/apis/discovery.k8s.io/v1/namespaces/casement/endpointslices';
    const { items } = await this.#ask(
      `${slices}?labelSelector=kubernetes.io/service-name=${service}`,
    );
    return items.flatMap(({ endpoints, ports }) =>
      (endpoints ?? [])
        .filter(({ conditions }) => conditions.ready)
        .map(({ addresses: [host] }) => ({ host, port: ports.find((o) => o.name === port).port })),
    );
  }

  async #end({ metadata, spec }) {
    this.pods.get(metadata.uid).process?.stop();
    await this.pods.get(metadata.uid).process?.ended;
    if (spec.nodeName)
      await this.#send('DELETE', pathOf({ metadata }), {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        gracePeriodSeconds: 0,
        preconditions: { uid: metadata.uid },
      });
  }

  /**
   * Waits, like a kubelet, until all Secrets and ConfigMaps of the pod exist.
   *
   * @returns undefined if the pod is deleted first
   */
  async #podConfig(pod, known) {
    for (let printed = ''; !known.ending && !this.stopped;) {
      try {
        return { environment: await this.#environment(pod), files: await this.#files(pod) };
      } catch ({ message }) {
        if (printed !== message) this.#hasTrouble(`${pathOf(pod)}: ${message}`);
        printed = message;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }

  /** @returns container → its variables */
  async #environment({ metadata, spec }) {
    const environment = {};
    for (const { name, env = [] } of spec.containers) {
      environment[name] = {};
      for (const { name: variable, value = '', valueFrom } of env) {
        if (!valueFrom) environment[name][variable] = value;
        else {
          const { secretKeyRef: of } = valueFrom;
          const bytes = (await this.#dataOf(metadata.namespace, 'secrets', of.name, of.optional))[
            of.key
          ];
          if (bytes !== undefined) environment[name][variable] = bytes.toString();
          else if (!of.optional) throw new Error(`the Secret ${of.name} has no key ${of.key}`);
        }
      }
    }
    return environment;
  }

  /** @returns volume → file → bytes, for Secrets and ConfigMaps */
  async #files({ metadata, spec }) {
    const files = {};
    for (const { name, secret, configMap } of spec.volumes ?? []) {
      const [kind, of] = secret ? ['secrets', secret] : ['configmaps', configMap];
      if (!of) continue;
      const found = of.secretName ?? of.name;
      const data = await this.#dataOf(metadata.namespace, kind, found, of.optional);
      const chosen = of.items ?? Object.keys(data).map((key) => ({ key, path: key }));
      for (const { key } of chosen)
        if (data[key] === undefined) throw new Error(`${kind} ${found} has no key ${key}`);
      files[name] = Object.fromEntries(chosen.map(({ key, path }) => [path, data[key]]));
    }
    return files;
  }

  async #dataOf(namespace, kind, name, optional) {
    const path = `/api/v1/namespaces/${namespace}/${kind}/${name}`;
    const { data = {} } = await this.#ask(path).catch((error) => {
      if (optional) return {};
      throw error;
    });
    const encoding = kind === 'secrets' ? 'base64' : 'utf8';
    return Object.fromEntries(
      Object.entries(data).map(([key, text]) => [key, Buffer.from(text, encoding)]),
    );
  }

  #report(pod, { phase = 'Running', ready = true, exitCode }) {
    const now = new Date().toISOString();
    const done = exitCode !== undefined;
    const isReady = ready && !done;
    const reason = exitCode === 0 ? 'Completed' : 'Error';
    const state = done
      ? { terminated: { exitCode, reason, finishedAt: now } }
      : { running: { startedAt: now } };
    const conditions = ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map(
      (type, index) => ({
        type,
        status: isReady || index < 2 ? 'True' : 'False',
        lastTransitionTime: now,
      }),
    );
    const containerStatuses = pod.spec.containers.map(({ name, image }) => ({
      name,
      image,
      imageID: image,
      restartCount: 0,
      ready: isReady,
      started: !done,
      state,
    }));
    const { address } = this.pods.get(pod.metadata.uid).process ?? {};
    const addresses = address ? { podIP: address, podIPs: [{ ip: address }] } : {};
    const status = { phase, startTime: now, conditions, containerStatuses, ...addresses };
    return this.#send('PATCH', `${pathOf(pod)}/status`, { status });
  }

  /** /containerLogs/NAMESPACE/POD/CONTAINER?tailLines=20 */
  #log({ url }) {
    const { pathname, searchParams } = new URL(url, 'https://kubelet');
    const [, , namespace, name] = pathname.split('/');
    const path = pathOf({ metadata: { namespace, name } });
    const known = [...this.pods.values()].findLast((one) => one.path === path);
    const text = known?.process?.output ?? '';
    const tail = Number(searchParams.get('tailLines') ?? Infinity);
    return tail === Infinity
      ? text
      : text
          .split('\n')
          .slice(-tail - 1)
          .join('\n');
  }

  #hasTrouble(message) {
    console.log(`stand-in kubelet: ${message}`);
    this.problems.push(message);
  }

  /** Changes an object, which may have been deleted in the meantime. */
  async #send(method, path, body) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const headers = { 'Content-Type': type };
    const answer = await fetch(this.address + path, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok && answer.status !== 404 && answer.status !== 409)
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  }

  async #ask(path) {
    const answer = await fetch(this.address + path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}

const pathOf = ({ metadata: { namespace, name } }) =>
  `/api/v1/namespaces/${namespace}/pods/${name}`;

export const labelsOf = ({ metadata: { labels = {} } }) => ({
  component: labels['app.kubernetes.io/component'],
  migrates: labels['casement/migrates'],
});
