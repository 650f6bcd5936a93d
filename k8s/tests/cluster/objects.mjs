/** What a cluster has from others: volumes, classes, the kinds of operators. */

export const named = (apiVersion, kind, name, rest) => ({
  ...{ apiVersion, kind, metadata: { name } },
  ...rest,
});

export const inNamespace = (kind, name, rest) => ({
  ...{ apiVersion: 'v1', kind, metadata: { name, namespace: 'casement' } },
  ...rest,
});

/** For the images of one node; clusters have a provisioner for that. */
export const volume = named('v1', 'PersistentVolume', 'images', {
  spec: {
    capacity: { storage: '30Gi' },
    accessModes: ['ReadWriteOnce'],
    hostPath: { path: '/images' },
  },
});

/** A kind of another's, of any shape: whether the chart's objects fit it is `make chart-check`'s. */
export function definition(group, version, kind) {
  const plural = `${kind.toLowerCase()}s`;
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const schema = { openAPIV3Schema: open };
  return {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    metadata: {
      name: `${plural}.${group}`,
      // Groups of Kubernetes' own ask for this.
      annotations: { 'api-approved.kubernetes.io': 'unapproved, a stand-in' },
    },
    spec: {
      ...{ group, scope: 'Namespaced', names: { kind, plural, singular: kind.toLowerCase() } },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}
