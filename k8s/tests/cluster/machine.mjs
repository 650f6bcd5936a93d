/**
 * Runs pods as processes of their images, each in its own file system (deploy/docker/check) and network namespace.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entry, follow, run } from '../../../deploy/docker/check/sandbox.mjs';
import { labelsOf } from './kubelet.mjs';

const repository = join(import.meta.dirname, '../../..');
const KONG = 'kong';

export class Machine {
  /** If false, only migrations run. */
  runsServices = false;

  /** @param roots image → its file system */
  constructor(folder, roots, network) {
    Object.assign(this, { folder, roots, network });
  }

  /**
   * Starts a pod's first container, which is the only one with the chart's own values.
   *
   * @param environment container → its variables
   * @param files volume → file → its bytes
   * @returns { address, ended, output, stop() }; undefined for a pod that is not run here
   */
  run(pod, environment, files) {
    if (!this.runsServices && !labelsOf(pod).migrates) return undefined;
    const [{ name, image, args = [] }] = pod.spec.containers;
    const service = /([\w-]+)(?::[^/]*)?$/.exec(image)[1];
    const root = this.roots[service];
    const at = { ...this.network.addPod(), hosts: this.network.hosts };
    const running =
      service === KONG
        ? this.#gateway(pod.metadata.uid, environment[name], files.config, at)
        : run(root, service, environment[name], entry(root, ...args), at);
    running.address = at.address;
    running.stop = () => running.child.kill('SIGKILL');
    void running.ended.then(at.remove);
    return running;
  }

  /** Kong's image is not ours, so this runs our local gateway with Kong's file and settings. */
  #gateway(uid, kong, config, { within }) {
    const folder = join(this.folder, `kong-${uid}`);
    mkdirSync(folder);
    for (const [name, bytes] of Object.entries(config)) writeFileSync(join(folder, name), bytes);
    const [, port] = /:(\d+)/.exec(kong.KONG_PROXY_LISTEN);
    const [, statusPort] = /:(\d+)/.exec(kong.KONG_STATUS_LISTEN);
    const env = {
      PATH: process.env.PATH,
      HOST: '0.0.0.0',
      PORT: port,
      STATUS_PORT: statusPort,
      KONG_FILE: join(folder, 'kong.yml'),
      TRUSTED_PROXIES: kong.KONG_TRUSTED_IPS,
    };
    const hosts = ['--ro-bind', this.network.hosts, '/etc/hosts'];
    const sandbox = ['bwrap', '--dev-bind', '/', '/', ...hosts, '--die-with-parent'];
    const gateway = [process.execPath, join(repository, 'gateway/local/dist/main.js')];
    return follow([...within, ...sandbox, ...gateway], env);
  }
}
