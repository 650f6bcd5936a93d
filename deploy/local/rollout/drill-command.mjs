// Stands in for docker and kubectl in the restore drill: runs what deploy/operate asks of them on this machine.
// usage: drill-command.mjs docker|kubectl ARGUMENT...
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const { DRILL_URL, DRILL_ROOT, PG_BIN, PG_PORT, PATH } = process.env;
const [program, ...all] = process.argv.slice(2);

process.exitCode = await (program === 'docker' ? docker(all) : kubectl(all));

async function docker(args) {
  if (args[0] === 'volume') return ask('empty-nats');
  // compose --env-file FILE -f FILE
  const [command, ...rest] = args.slice(5);
  if (command === 'up') return rest.includes('postgres') ? 0 : ask('start');
  if (command === 'stop') return ask('stop');
  if (command === 'rm') return 0;
  if (command === 'run') return runNode(...rest.slice(3));
  // exec -T -e NAME=VALUE -e NAME=VALUE postgres
  const variables = [rest[2], rest[4]].map((pair) => pair.split('='));
  const [, ...postgres] = rest.slice(5);
  return run(postgres, { ...Object.fromEntries(variables), PGHOST: '127.0.0.1', PGPORT: PG_PORT });
}

async function kubectl([, , command, ...rest]) {
  const last = rest.at(-1);
  if (command === 'scale') return ask(last === '--replicas=0' ? 'stop' : 'start');
  if (command === 'exec') {
    const [, pod, ...further] = rest;
    const inside = further.slice(further.indexOf('--') + 1);
    return pod === 'casement-database'
      ? run(inside, {})
      : runNode(pod.split('/')[1], ...inside.slice(1));
  }
  if (command !== 'get') return 0;
  const [kind, name] = rest;
  if (kind === 'deployments') return print('auth=1=\ninstall=1=\ninstall-worker=1=\n');
  if (kind === 'deployment') return print(`${name} ${/@.name=="(\w+)"/.exec(last)[1]}`);
  const environment = await environmentOf(name);
  const value = environment[/\.data\.(\w+)/.exec(last)[1]] ?? '';
  return print(Buffer.from(value).toString('base64'));
}

function print(text) {
  process.stdout.write(text);
  return 0;
}

async function ask(what) {
  const answer = await fetch(`${DRILL_URL}/${what}`, { method: 'POST' });
  return answer.ok ? 0 : 1;
}

async function environmentOf(service) {
  return (await fetch(`${DRILL_URL}/environment/${service}`)).json();
}

async function runNode(service, file, ...args) {
  const path = join(DRILL_ROOT, 'services', service, file);
  return run([process.execPath, path, ...args], await environmentOf(service));
}

function run([command, ...args], env) {
  const options = {
    env: { PATH: `${PG_BIN}:${PATH}`, LOG_LEVEL: 'warn', ...env },
    stdio: 'inherit',
  };
  return spawnSync(command, args, options).status ?? 1;
}
