import { Render, type PodSpec } from './support/renders.js';

const REGIONS = ['asia', 'europe'];
const NAMES = REGIONS.map((region) => `install-worker-${region}`);

describe('chart with workers in two regions', () => {
  const render = new Render('regions');
  const named = (kind: string) => render.all(kind).map(({ metadata }) => metadata.name);
  const pod = (name: string) => {
    const { metadata, spec } = render.one('Deployment', name)['spec'].template;
    return { annotations: metadata.annotations as object | undefined, spec: spec as PodSpec };
  };

  it('replaces the common worker Deployment with one per region, which knows its region', () => {
    expect(named('Deployment')).toEqual(NAMES);
    for (const region of REGIONS)
      expect(render.container('Deployment', `install-worker-${region}`).env).toEqual(
        expect.arrayContaining([
          { name: 'INSTALL_REGION', value: region },
          { name: 'INSTALL_WORKER', value: 'true' },
        ]),
      );
  });

  it('places each on its own nodes, with the annotations of its egress', () => {
    expect(pod('install-worker-asia')).toMatchObject({
      annotations: undefined,
      spec: {
        nodeSelector: { 'topology.kubernetes.io/region': 'ap-southeast-3' },
        tolerations: [{ key: 'workers', value: 'asia' }],
      },
    });
    expect(pod('install-worker-europe')).toMatchObject({
      annotations: { 'egress.example.com/address': '203.0.113.7' },
      spec: { nodeSelector: { 'topology.kubernetes.io/region': 'eu-central-1' } },
    });
    expect(pod('install-worker-europe').spec).not.toHaveProperty('tolerations');
  });

  it('scales each by the installs near it', () => {
    expect(named('ScaledObject')).toEqual(NAMES);
    const most = render.all('ScaledObject').map(({ spec }) => spec.maxReplicaCount as number);
    expect(most).toEqual([12, 4]);
    for (const region of REGIONS) {
      const { scaleTargetRef, triggers } = render.one('ScaledObject', `install-worker-${region}`)[
        'spec'
      ];
      expect(scaleTargetRef).toEqual({ name: `install-worker-${region}` });
      expect(triggers[0].metadata.query).toContain(`region="${region}"`);
    }
  });

  it('allows each to reach the internet and its dependencies, and allows scraping', () => {
    for (const name of NAMES) {
      const { egress, ingress } = render.one('NetworkPolicy', `casement-${name}`)['spec'];
      expect(egress).toContainEqual({
        to: [{ ipBlock: expect.objectContaining({ cidr: '0.0.0.0/0' }) }],
        ports: [{ protocol: 'TCP' }],
      });
      expect(ingress).toHaveLength(1);
      const rules = render.one('NetworkPolicy', 'casement-billing')['spec'].ingress as {
        from: object[];
        ports: { port: number }[];
      }[];
      const { from } = rules.find(({ ports }) => ports[0].port === 5000)!;
      expect(from).toContainEqual({
        podSelector: {
          matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': name }),
        },
      });
    }
    const [{ spec }] = render.all('PodMonitor');
    expect(spec.selector.matchExpressions[0].values).toEqual(expect.arrayContaining(NAMES));
  });
});
