// CPU time of a running Node process by package.
import { writeFileSync } from 'node:fs';
import { WebSocket } from 'undici';
import { until } from '../rollout/product.js';

const INSPECTOR = 'http://127.0.0.1:9229/json/list';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples: number[];
  timeDeltas: number[];
}
interface Message {
  id: number;
  result: { profile?: Profile };
}

/** Profiles the process while `work` runs, and writes a file for a browser's developer tools. */
export async function profiled(
  pid: number,
  file: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  process.kill(pid, 'SIGUSR1');
  const [target] = await until('the inspector', () =>
    fetch(INSPECTOR)
      .then((answer) => answer.json() as Promise<{ webSocketDebuggerUrl: string }[]>)
      .catch(() => undefined),
  );
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const waiting = new Map<number, (result: Message['result']) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as Message;
    waiting.get(id)?.(result);
  });
  let ids = 0;
  const call = (method: string, params?: object) =>
    new Promise<Message['result']>((resolve) => {
      waiting.set(++ids, resolve);
      socket.send(JSON.stringify({ id: ids, method, params }));
    });
  await call('Profiler.enable');
  await call('Profiler.setSamplingInterval', { interval: 250 });
  await call('Profiler.start');
  await work();
  const { profile } = await call('Profiler.stop');
  // The next process needs the inspector port.
  await Promise.race([
    call('Runtime.evaluate', {
      expression: `process.getBuiltinModule('node:inspector').close()`,
    }),
    new Promise((resolve) => socket.addEventListener('close', resolve)),
  ]);
  socket.close();
  writeFileSync(file, JSON.stringify(profile));
  return shares(profile!);
}

/** @returns the largest shares, in percent of the time in which the process was not idle */
function shares({ nodes, samples, timeDeltas }: Profile): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const spent = new Map<string, number>();
  let all = 0;
  samples.forEach((id, n) => {
    const { functionName, url } = byId.get(id)!;
    if (functionName === '(idle)' || functionName === '(program)') return;
    all += timeDeltas[n]!;
    for (const name of [packageOf(url), `  ${functionName || '(anonymous)'} ${shortOf(url)}`]) {
      spent.set(name, (spent.get(name) ?? 0) + timeDeltas[n]!);
    }
  });
  return [...spent]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 45)
    .map(([name, micros]) => `${((100 * micros) / all).toFixed(1).padStart(6)} %  ${name}`);
}

const packageOf = (url: string) =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(url)?.[1] ??
  /(services|gateway|proto)\/.*/.exec(url)?.[0].split('/').slice(0, 5).join('/') ??
  (url.startsWith('node:') ? 'node' : '(native)');
const shortOf = (url: string) => url.split('/').slice(-2).join('/');
