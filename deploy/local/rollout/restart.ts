// Restarting one process of a running product, as an operator does: stopped, awaited, ready again.
import { until } from './product.mjs';

/** The relay of desktops has nothing of the load: it has to go and come as the others do. */
export const RESTARTED = ['auth', 'billing', 'install', 'telegram', 'security', 'install-desktop'];

/** @returns how long it took to go, and to be ready again after that, in ms */
export async function restart(product, service, replica = 0) {
  const name = replica === 0 ? service : `${service}-${replica + 1}`;
  const { addresses } = product.run().wiring;
  const { http } = replica === 0 ? addresses : addresses.further[replica - 1];
  const pidOf = () => product.run().processes.find((one) => one.name === name).pid;
  const pid = pidOf();
  const began = performance.now();
  process.kill(pid, 'SIGTERM');
  await until(`the end of ${name}`, () => !lives(pid));
  const gone = performance.now();
  await until(`a new ${name}`, async () => pidOf() !== pid && (await isReady(http[service])));
  return { name, going: gone - began, coming: performance.now() - gone };
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function isReady(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, {
      headers: { connection: 'close' },
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
