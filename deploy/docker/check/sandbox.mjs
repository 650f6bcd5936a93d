/**
 * Runs a program in an image's file system like the chart's pods: uid 1000, read-only file system, no capabilities
 * and no way to gain any, and a separate environment. Uses bubblewrap and this machine's network.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that are an emptyDir in the pod. */
const WRITABLE = { install: ['/tmp', '/data', '/work'] };
const NO_RIGHTS = [
  ...['/usr/bin/setpriv', '--reuid=1000', '--regid=1000', '--clear-groups'],
  ...['--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--no-new-privs', '--'],
];

/**
 * Runs a program of an image in a sandbox with the rights that it has in a container.
 *
 * @param at network: `within` is a command prefix that enters it, `hosts` the file mounted as /etc/hosts
 * @returns the process and its output, see `follow`
 */
export function run(root, service, env, program, at = { within: [], hosts: '/etc/hosts' }) {
  const writable = WRITABLE[service] ?? ['/tmp'];
  // A container engine would create the mount points of volumes.
  for (const folder of writable) mkdirSync(join(root.path, folder), { recursive: true });
  const fullEnv = { ...Object.fromEntries(root.config.Env.map(split)), ...env };
  return follow([
    ...[...at.within, 'bwrap', '--cap-add', 'ALL'],
    ...['--ro-bind', root.path, '/', '--proc', '/proc', '--dev', '/dev'],
    ...writable.flatMap((folder) => ['--perms', '1777', '--tmpfs', folder]),
    ...['--ro-bind', '/etc/resolv.conf', '/etc/resolv.conf', '--ro-bind', at.hosts, '/etc/hosts'],
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--clearenv'],
    ...Object.entries(fullEnv).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', root.config.WorkingDir, ...NO_RIGHTS, ...program],
  ]);
}

/** @returns the process, `output` with everything written so far, and `ended` with the exit code */
export function follow([command, ...options], env = process.env) {
  const child = spawn(command, options, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const result = { child, output: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (result.output += text));
  result.ended = new Promise((resolve, reject) =>
    child.on('error', reject).on('close', (code) => resolve(code)),
  );
  return result;
}

/** Returns the image's command with these arguments or its default ones. */
export const entry = ({ config }, ...args) => [
  ...config.Entrypoint,
  ...(args.length > 0 ? args : config.Cmd),
];

function split(setting) {
  const at = setting.indexOf('=');
  return [setting.slice(0, at), setting.slice(at + 1)];
}
