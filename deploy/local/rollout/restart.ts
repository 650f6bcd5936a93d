// Restarts one process of a running product like an operator: stops it, waits for its end, and waits until it is
// ready again.
import { setTimeout } from 'node:timers/promises';
import type { ServiceName } from '@casement/local/addresses.js';
import { until, type Product } from './product.js';

/** The desktop relay gets no load, but is restarted like the others. */
export const RESTARTED = [
  ...(['auth', 'billing', 'install', 'telegram', 'security'] as const),
  'install-desktop' as const,
];

export interface Restart {
  name: string;
  shutdownMs: number;
  startupMs: number;
}

/**
 * Kong's health check finds a ready replica after up to 1 s (gateway/kong.yml). The next replica is stopped later, like
 * by the chart's `minReadySeconds`.
 */
const UNTIL_KONG_USES_IT_MS = 2_000;

/** @returns how long it took to stop, and then to be ready again, in ms */
export async function restart(
  product: Product,
  service: ServiceName | 'install-desktop',
  replica = 0,
): Promise<Restart> {
  const name = replica === 0 ? service : `${service}-${replica + 1}`;
  const { addresses } = product.run().wiring;
  const { http } = replica === 0 ? addresses : addresses.further[replica - 1]!;
  const pidOf = () => product.run().processes.find((one) => one.name === name)!.pid;
  const pid = pidOf();
  const began = performance.now();
  process.kill(pid, 'SIGTERM');
  await until(`the end of ${name}`, () => !lives(pid));
  const endedAt = performance.now();
  await until(`a new ${name}`, async () => pidOf() !== pid && (await isReady(http[service])));
  const startupMs = performance.now() - endedAt;
  await setTimeout(UNTIL_KONG_USES_IT_MS);
  return { name, shutdownMs: endedAt - began, startupMs };
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function isReady(port: number): Promise<boolean> {
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
