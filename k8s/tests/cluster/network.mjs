/**
 * Network of a single node, in the separate network namespace of the walk (`unshare --net --mount`). Each pod has its
 * own address and namespace, each Service its address and name. Network policies are not enforced.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** Address at which pods reach listeners on this machine. */
export const NODE_ADDRESS = '10.244.0.1';
const BRIDGE = 'pods';

const ip = (...options) => execFileSync('ip', options, { stdio: ['ignore', 'inherit', 'inherit'] });

export class Network {
  /** Name and address of a Service → its listeners. */
  services = new Map();
  last = 1;

  /** @param folder for the file that pods use as /etc/hosts */
  constructor(folder) {
    this.hosts = join(folder, 'hosts');
    writeFileSync(this.hosts, '');
    // Network namespaces are named by files in this folder. The mount makes them private to this run.
    mkdirSync('/run/netns', { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', 'netns', '/run/netns']);
    ip('link', 'set', 'lo', 'up');
    ip('link', 'add', BRIDGE, 'type', 'bridge');
    ip('address', 'add', `${NODE_ADDRESS}/16`, 'dev', BRIDGE);
    ip('link', 'set', BRIDGE, 'up');
  }

  /**
   * Opens a server on 127.0.0.1 to the pods.
   *
   * @returns the URL for the pods
   */
  async exposeToPods(url) {
    const inside = new URL(url);
    const to = { host: '127.0.0.1', port: Number(inside.port) };
    await listen(to.port, NODE_ADDRESS, () => to);
    inside.hostname = NODE_ADDRESS;
    return inside.href;
  }

  /** @returns a pod's address, the command prefix of its processes, and remove() */
  addPod() {
    this.last += 1;
    const name = `pod${this.last}`;
    const address = `10.244.${this.last >> 8}.${this.last & 255}`;
    const inside = (...options) => ip('-netns', name, ...options);
    ip('netns', 'add', name);
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
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
   * Applies the names and addresses of the API's Services, and closes those that were deleted.
   *
   * @param endpointsOf returns the ready endpoints of a Service's port: [{ host, port }]
   */
  async applyServices(services, endpointsOf) {
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

/**
 * Forwards each connection.
 *
 * @param choose returns the destination; without one the connection is refused
 */
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
