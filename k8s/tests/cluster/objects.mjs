/** Cluster objects that third parties provide: volumes, classes and the operators' custom resource definitions. */

export const named = (apiVersion, kind, name, rest) => ({
  apiVersion,
  kind,
  metadata: { name },
  ...rest,
});

export const inNamespace = (kind, name, rest) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'casement' },
  ...rest,
});

/** Volume for the images of a single node. Real clusters use a provisioner. */
export const volume = named('v1', 'PersistentVolume', 'images', {
  spec: {
    capacity: { storage: '30Gi' },
    accessModes: ['ReadWriteOnce'],
    hostPath: { path: '/images' },
  },
});

/**
 * Defines a third-party kind of any shape. `make chart-check` validates the chart's objects against the real kinds.
 */
export function definition(group, version, kind) {
  const plural = `${kind.toLowerCase()}s`;
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const schema = { openAPIV3Schema: open };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // Kubernetes' own API groups require this annotation.
      annotations: { 'api-approved.kubernetes.io': 'unapproved, a stand-in' },
    },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}
