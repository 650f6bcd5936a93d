/**
 * Kubernetes cluster without nodes on this machine: etcd, kube-apiserver and kube-controller-manager as processes.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@casement/local/ports.js';
import { NODE_ADDRESS } from './network.mjs';

const TOKEN = 'cluster-check';

/**
 * Starts the servers with their files in this folder.
 *
 * @returns env for other programs (PATH with kubectl and helm, KUBECONFIG), the API's address with a key and
 * certificate for the fake kubelet, and stop()
 */
export async function startServers(folder) {
  const servers = execFileSync(join(import.meta.dirname, 'servers/build.sh'), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
  const helm = execFileSync(join(import.meta.dirname, '../../helm.sh'), {
    encoding: 'utf8',
  }).trim();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(helm, join(bin, 'helm'));
  writeFileSync(join(bin, 'kubectl'), `#!/bin/sh\nexec ${servers} kubectl "$@"\n`, { mode: 0o755 });

  const [client, peer, api, controllers, proxy] = await Promise.all(
    Array.from({ length: 5 }, () => freePort()),
  );
  const file = (name) => join(folder, name);
  const openssl = (...options) => execFileSync('openssl', options, { stdio: 'ignore' });
  openssl('genrsa', '-out', file('sa.key'), '2048');
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=kubelet'],
    ...['-keyout', file('kubelet.key'), '-out', file('kubelet.crt')],
  );
  writeFileSync(file('tokens.csv'), `${TOKEN},walker,walker,"system:masters"\n`);
  writeFileSync(file('kubeconfig'), kubeconfig(`https://127.0.0.1:${api}`));
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    KUBECONFIG: file('kubeconfig'),
    HOME: folder,
  };

  const running = [];
  const start = (name, ...options) => {
    const child = spawn(servers, [name, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const log = createWriteStream(file(`${name}.log`), { flags: 'a' });
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    running.unshift(child);
  };
  const stop = async () => {
    for (const child of running) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null)
        await new Promise((resolve) => child.on('exit', resolve));
    }
  };

  try {
    start(
      ...['etcd', '--data-dir', file('etcd'), '--unsafe-no-fsync'],
      ...['--listen-client-urls', `http://127.0.0.1:${client}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${client}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
      ...['--initial-cluster', `default=http://127.0.0.1:${peer}`],
    );
    start(
      ...['kube-apiserver', '--etcd-servers', `http://127.0.0.1:${client}`],
      ...['--bind-address', '127.0.0.1', '--secure-port', api, '--cert-dir', file('api')].map(
        String,
      ),
      ...['--authorization-mode', 'RBAC', '--token-auth-file', file('tokens.csv')],
      ...['--service-account-issuer', 'https://kubernetes.default.svc'],
      ...['--service-account-key-file', file('sa.key')],
      ...['--service-account-signing-key-file', file('sa.key')],
      ...['--service-cluster-ip-range', '10.96.0.0/16'],
      ...['--kubelet-preferred-address-types', 'InternalIP'],
      // If there is no route, the server cannot detect its address.
      ...['--advertise-address', NODE_ADDRESS],
    );
    await until('the API answers', () => succeeds('kubectl', ['get', '--raw', '/readyz'], env));
    start(
      ...['kube-controller-manager', '--kubeconfig', file('kubeconfig'), '--leader-elect=false'],
      ...['--bind-address', '127.0.0.1', '--secure-port', String(controllers)],
      ...['--cert-dir', file('controllers'), '--service-account-private-key-file', file('sa.key')],
      // Disabled because the fake kubelet sends no heartbeats.
      ...['--controllers', '*,-node-lifecycle-controller'],
    );
    start('kubectl', 'proxy', '--port', String(proxy));
    await until('accounts are made', () =>
      succeeds('kubectl', ['-n', 'default', 'get', 'serviceaccount', 'default'], env),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const tls = { key: readFileSync(file('kubelet.key')), cert: readFileSync(file('kubelet.crt')) };
  return { env, address: `http://127.0.0.1:${proxy}`, tls, stop };
}

/** @param condition polled until true, for at most two minutes */
export async function until(what, condition) {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`Waited two minutes in vain until ${what}.`);
}

function succeeds(program, options, env) {
  try {
    execFileSync(program, options, { env, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const kubeconfig = (server) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'walk',
    clusters: [{ name: 'walk', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'walk', user: { token: TOKEN } }],
    contexts: [{ name: 'walk', context: { cluster: 'walk', user: 'walk' } }],
  });
