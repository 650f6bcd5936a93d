/** Where pods run that are not only said to: the process of their image, in its file system (deploy/docker/check). */
import { entry, run } from '../../../deploy/docker/check/sandbox.mjs';
import { labelsOf } from './kubelet.mjs';

export class Machine {
  /** @param roots service → its image's file system */
  constructor(roots) {
    this.roots = roots;
  }

  /** @returns undefined for a pod that is not run here */
  run(pod, environment) {
    const { migrates: service } = labelsOf(pod);
    if (!service) return undefined;
    const [{ name, args }] = pod.spec.containers;
    const root = this.roots[service];
    const process = run(root, service, environment[name], entry(root, ...args));
    process.stop = () => process.child.kill('SIGKILL');
    return process;
  }
}
