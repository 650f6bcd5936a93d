import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const repository = join(__dirname, '../../..');
export const chart = join(repository, 'k8s/casement');
export const sizes = ['laptop', 'small', 'large'] as const;
export type Size = (typeof sizes)[number];

export interface EnvironmentVariable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}
export interface Container {
  name: string;
  image: string;
  env: EnvironmentVariable[];
  ports?: { name: string; containerPort: number }[];
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: Record<string, unknown>;
  volumeMounts?: { name: string; mountPath: string }[];
  [probe: string]: unknown;
}
export interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken: boolean;
  securityContext: Record<string, unknown>;
  containers: Container[];
  initContainers?: Container[];
  volumes?: Record<string, unknown>[];
  topologySpreadConstraints?: { topologyKey: string }[];
  [other: string]: unknown;
}
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    labels: Record<string, string>;
    annotations?: Record<string, string>;
  };
  // Each kind has a different shape; tests pick the parts that they read.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [part: string]: any;
}

/**
 * Golden render: the output of `helm template` for values-SIZE.yaml. For the examples, their changes to the small
 * render.
 */
export class Render {
  readonly text: string;
  readonly objects: Manifest[];

  constructor(readonly size: Size | 'examples' | 'regions') {
    this.text = readFileSync(join(repository, 'k8s/tests/golden', `${size}.yaml`), 'utf8');
    this.objects = parseAllDocuments(this.text)
      .map((document) => document.toJS() as Manifest | null)
      .filter((object): object is Manifest => object !== null);
  }

  all(kind: string): Manifest[] {
    return this.objects.filter((object) => object.kind === kind);
  }

  one(kind: string, name: string): Manifest {
    const found = this.all(kind).filter((object) => object.metadata.name === name);
    if (found.length !== 1) throw new Error(`${this.size}: ${found.length} of ${kind} ${name}`);
    return found[0];
  }

  /** Returns every pod: of Deployments, Jobs and the test. */
  pods(): { owner: Manifest; labels: Record<string, string>; spec: PodSpec }[] {
    return this.objects
      .filter(({ kind }) => ['Deployment', 'Job', 'Pod'].includes(kind))
      .map((owner) => {
        const pod = (owner.kind === 'Pod' ? owner : owner['spec'].template) as Manifest;
        return { owner, labels: pod.metadata.labels, spec: pod['spec'] as PodSpec };
      });
  }

  container(kind: string, name: string): Container {
    return (this.one(kind, name)['spec'].template.spec as PodSpec).containers[0];
  }
}
