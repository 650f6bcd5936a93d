import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const SETPRIV = '/usr/bin/setpriv';
const NO_RIGHTS = [
  ...[SETPRIV, '--reuid=1000', '--regid=1000', '--clear-groups'],
  ...['--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--no-new-privs', '--'],
];

/**
 * Creates a mount namespace with this machine's programs, the tree as /app, and a /tmp. Runs the remaining arguments
 * in it.
 */
const SET_UP = `
set -e
root=$1 app=$2 node=$3
shift 3
mount -t tmpfs -o mode=755 pod "$root"
cd "$root"
for one in bin sbin lib lib64 usr; do
  if [ -L "/$one" ]; then cp -P "/$one" "$one"
  elif [ -d "/$one" ]; then mkdir "$one"; mount -o bind,ro "/$one" "$one"; fi
done
mkdir app dev proc tmp
touch node
mount -o bind,ro "$node" node
mount -o bind,ro "$app" app
mount --rbind /dev dev
mount --rbind /proc proc
mount -t tmpfs -o mode=1777 tmp tmp
mount -o remount,ro "$root"
exec chroot . "$@"
`;

/** Returns the reason why this machine cannot run a pod, or `null` if it can. */
export function noPods(): string | null {
  if (process.getuid?.() !== 0) return 'not root';
  if (!existsSync(SETPRIV)) return 'no setpriv here';
  const { status } = spawnSync('unshare', ['--mount', 'true']);
  return status === 0 ? null : 'no mount namespaces here';
}

export interface Pod {
  child: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
}

/**
 * Runs Node like the chart's pods: uid 1000, read-only file system, no capabilities and no way to gain any, and only
 * the given environment.
 *
 * @param root an empty folder that exists while the pod runs
 * @param app folder that is mounted as /app
 * @param args arguments of Node, run in the service's folder
 */
export function runAsPod(
  root: string,
  app: string,
  folder: string,
  env: Record<string, string>,
  args: string[],
): Pod {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const program = ['/usr/bin/env', '-i', `--chdir=${folder}`, ...variables, '/node', ...args];
  const setUp = ['/bin/sh', '-c', SET_UP, 'pod', root, app, process.execPath];
  const child = spawn('unshare', ['--mount', ...setUp, ...NO_RIGHTS, ...program]);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => text, ended };
}

/** Returns the process's user, groups and capabilities as reported by the kernel. */
export function permissionsOf(pid: number): Record<string, string | undefined> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const names = ['Uid', 'Gid', 'Groups', 'NoNewPrivs', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'];
  return Object.fromEntries(
    names.map((name) => [name, new RegExp(`^${name}:[ \\t]*(.*?) *$`, 'm').exec(status)?.[1]]),
  );
}

/** Returns the paths that the process may write to. */
export function writablePaths(pid: number): string[] {
  return readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(
      ([, , , , mountPoint, options]) =>
        mountPoint && !/^\/(proc|dev)/.test(mountPoint) && /^rw/.test(options),
    )
    .map(([, , , , mountPoint]) => mountPoint);
}
