import { dataOf, type CasementClient } from '@casement/client';
import { CliError, EXIT } from './exit-codes.js';
import {
  exitOfInstalls,
  failureText,
  installsOf,
  installTable,
  isOver,
  statusText,
  type Install,
} from './installs.js';
import { plain } from './io.js';
import type { Session } from './session.js';
import { viewOf, type Looks } from './view.js';

export const EVERY_MS = 3_000;
/** Up to this many installs are read one by one. For more, pages of the list need fewer calls. */
const ONE_BY_ONE = 3;
/** Plain output prints a line per tenth of the write instead of per percent. */
const STEP_PERCENT = 10;

const LOOKS: Looks<Install> = {
  table: installTable,
  line: (one) => [one.ip, statusText(one), failureText(one)].filter(Boolean).join(' '),
  key: ({ id }) => id,
  state: ({ status, progress }) => `${status} ${progress.phase} ${tenthOf(progress.percent)}`,
  isOver,
};

export const tenthOf = (percent: number | null): number =>
  Math.floor((percent ?? 0) / STEP_PERCENT);

/**
 * Follows installs until each has ended.
 *
 * @param ids empty follows all installs that are in progress now
 * @throws CliError if an install did not complete, or when the time is over
 */
export async function watchInstalls(
  { io, client, json }: Session,
  ids: readonly string[],
  timeoutSeconds?: number,
): Promise<void> {
  const view = viewOf(io, json, LOOKS);
  const isTime = timer(timeoutSeconds);
  let watched = new Set(ids);
  for (;;) {
    const installs = await look(client, watched);
    watched = new Set(installs.map(({ id }) => id));
    view.draw(installs);
    if (installs.every(isOver)) {
      if (io.isTerminal && !json) io.write(failuresOf(installs));
      const exit = exitOfInstalls(installs);
      if (exit !== EXIT.ok) throw new CliError(summary(installs), exit);
      return;
    }
    if (isTime()) {
      throw new CliError(
        'Timed out. The installs continue; follow them with `casement watch`.',
        EXIT.timeout,
      );
    }
    await io.sleep(EVERY_MS);
  }
}

/** Returns whether the next poll would come after the timeout. */
export function timer(seconds?: number): () => boolean {
  const deadline = seconds === undefined ? Infinity : Date.now() + seconds * 1000;
  return () => Date.now() + EVERY_MS > deadline;
}

async function look(client: CasementClient, watched: ReadonlySet<string>): Promise<Install[]> {
  if (watched.size > 0 && watched.size <= ONE_BY_ONE) {
    const one = (id: string) => client.GET('/api/user/install/{id}', { params: { path: { id } } });
    return Promise.all([...watched].map((id) => dataOf(one(id))));
  }
  const found: Install[] = [];
  const isWhole = () => watched.size > 0 && found.length === watched.size;
  for await (const install of installsOf(client, watched.size > 0 ? {} : { status: 'active' })) {
    if (watched.size === 0 || watched.has(install.id)) found.push(install);
    if (isWhole()) break;
  }
  return found;
}

function summary(installs: readonly Install[]): string {
  const open = installs.filter(({ status }) => status !== 'completed');
  return `${open.length} of ${installs.length} did not complete.`;
}

const failuresOf = (installs: readonly Install[]): string =>
  installs
    .filter(({ failure }) => failure)
    .map((one) => `\n${one.ip}: ${plain(failureText(one))}\n`)
    .join('');
