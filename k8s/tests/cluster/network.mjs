/**
 * The network of one node, in the network namespace that the walk runs in alone (`unshare --net --mount`): each pod has an address and a
 * namespace of its own, each Service its address and its name. Policies are not carried out.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** Where pods find what listens on this machine. */
export const NODE_ADDRESS = '10.244.0.1';
const BRIDGE = 'pods';

const ip = (...options) => execFileSync('ip', options, { stdio: ['ignore', 'inherit', 'inherit'] });

export class Network {
  /** Name and address of a Service → its listeners */
  services = new Map();
  last = 1;

  /** @param folder for the file that pods have as /etc/hosts */
  constructor(folder) {
    this.hosts = join(folder, 'hosts');
    writeFileSync(this.hosts, '');
    // The names of namespaces are files: of this run alone.
    mkdirSync('/run/netns', { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', 'netns', '/run/netns']);
    ip('link', 'set', 'lo', 'up');
    ip('link', 'add', BRIDGE, 'type', 'bridge');
    ip('address', 'add', `${NODE_ADDRESS}/16`, 'dev', BRIDGE);
    ip('link', 'set', BRIDGE, 'up');
  }

  /** Lets pods in to what listens on 127.0.0.1 here. @returns the URL that they are told */
  async opens(url) {
    const inside = new URL(url);
    const to = { host: '127.0.0.1', port: Number(inside.port) };
    await listen(to.port, NODE_ADDRESS, () => to);
    inside.hostname = NODE_ADDRESS;
    return inside.href;
  }

  /** @returns a pod's address, what its processes begin with, and remove() */
  joins() {
    this.last += 1;
    const name = `pod${this.last}`;
    const address = `10.244.${this.last >> 8}.${this.last & 255}`;
    const inside = (...options) => ip('-netns', name, ...options);
    ip('netns', 'add', name);
    ip(...['link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name]);
    ip('link', 'set', name, 'master', BRIDGE, 'up');
    inside('link', 'set', 'lo', 'up');
    inside('address', 'add', `${address}/16`, 'dev', 'eth0');
    inside('link', 'set', 'eth0', 'up');
    inside('route', 'add', 'default', 'via', NODE_ADDRESS);
    return {
      address,
      within: ['ip', 'netns', 'exec', name],
      remove: () => ip('netns', 'del', name),
    };
  }

  /**
   * Takes over what the API has: names and addresses of Services; those that went are closed.
   * @param endpointsOf gives the ready endpoints of a Service's port: [{ host, port }]
   */
  async serves(services, endpointsOf) {
    const wanted = services.filter(({ spec }) => spec.selector && spec.clusterIP !== 'None');
    const idOf = ({ metadata, spec }) => `${metadata.name} ${spec.clusterIP}`;
    const ids = new Set(wanted.map(idOf));
    for (const [id, { address, listeners }] of this.services)
      if (!ids.has(id)) {
        for (const listener of listeners) listener.close();
        ip('address', 'del', `${address}/32`, 'dev', 'lo');
        this.services.delete(id);
      }
    for (const service of wanted) {
      if (this.services.has(idOf(service))) continue;
      const { clusterIP: address, ports } = service.spec;
      ip('address', 'add', `${address}/32`, 'dev', 'lo');
      const listeners = ports.map(({ name, port }) =>
        listen(port, address, async () => {
          const ready = await endpointsOf(service.metadata.name, name);
          return ready[Math.floor(Math.random() * ready.length)];
        }),
      );
      this.services.set(idOf(service), { address, listeners: await Promise.all(listeners) });
    }
    const lines = wanted.map(({ metadata, spec }) => `${spec.clusterIP} ${metadata.name}\n`);
    writeFileSync(this.hosts, `127.0.0.1 localhost\n${lines.join('')}`);
  }
}

/** Passes each connection on. @param choose where to; nowhere refuses it */
function listen(port, host, choose) {
  const server = createServer(async (from) => {
    from.on('error', () => from.destroy());
    const target = await Promise.resolve(choose()).catch(() => undefined);
    if (!target) return from.resetAndDestroy();
    const to = connect(target);
    to.on('error', () => from.destroy()).on('close', () => from.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to).pipe(from);
  });
  return new Promise((resolve, reject) =>
    server.once('error', reject).listen(port, host, () => resolve(server)),
  );
}
