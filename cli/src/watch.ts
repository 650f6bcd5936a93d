import { dataOf, type CasementClient } from '@casement/client';
import { CliError, EXIT } from './exit-codes.js';
import {
  addressOf,
  exitCodeOfInstalls,
  failureText,
  installsOf,
  installTable,
  isFinished,
  statusText,
  type Install,
} from './installs.js';
import { stripControlCharacters } from './io.js';
import type { Session } from './session.js';
import { viewOf, type Renderer } from './live-output.js';

export const POLL_MS = 3_000;
/** Up to this many installs are read one by one. For more, pages of the list need fewer calls. */
const MAX_SINGLE_READS = 3;
/** Plain output prints a line per tenth of the write instead of per percent. */
const STEP_PERCENT = 10;

const RENDERER: Renderer<Install> = {
  table: installTable,
  line: (item) => [addressOf(item), statusText(item), failureText(item)].filter(Boolean).join(' '),
  key: ({ id }) => id,
  state: ({ status, progress }) => `${status} ${progress.phase} ${progressStep(progress.percent)}`,
  isFinished,
};

export const progressStep = (percent: number | null): number =>
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
  const view = viewOf(io, json, RENDERER);
  const hasTimedOut = startTimeout(timeoutSeconds);
  let watchedIds = new Set(ids);
  for (;;) {
    const installs = await fetchInstalls(client, watchedIds);
    watchedIds = new Set(installs.map(({ id }) => id));
    view.draw(installs);
    if (installs.every(isFinished)) {
      if (io.isTerminal && !json) io.write(failuresOf(installs));
      const exit = exitCodeOfInstalls(installs);
      if (exit !== EXIT.ok) throw new CliError(summary(installs), exit);
      return;
    }
    if (hasTimedOut()) {
      throw new CliError(
        'Timed out. The installs continue; follow them with `casement watch`.',
        EXIT.timeout,
      );
    }
    await io.sleep(POLL_MS);
  }
}

/** Starts the timeout. The returned function tells whether the next poll would be after it. */
export function startTimeout(seconds?: number): () => boolean {
  const deadline = seconds === undefined ? Infinity : Date.now() + seconds * 1000;
  return () => Date.now() + POLL_MS > deadline;
}

async function fetchInstalls(
  client: CasementClient,
  watchedIds: ReadonlySet<string>,
): Promise<Install[]> {
  if (watchedIds.size > 0 && watchedIds.size <= MAX_SINGLE_READS) {
    const item = (id: string) => client.GET('/api/user/install/{id}', { params: { path: { id } } });
    return Promise.all([...watchedIds].map((id) => dataOf(item(id))));
  }
  const found: Install[] = [];
  const isComplete = () => watchedIds.size > 0 && found.length === watchedIds.size;
  for await (const install of installsOf(client, watchedIds.size > 0 ? {} : { status: 'active' })) {
    if (watchedIds.size === 0 || watchedIds.has(install.id)) found.push(install);
    if (isComplete()) break;
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
    .map((item) => `\n${addressOf(item)}: ${stripControlCharacters(failureText(item))}\n`)
    .join('');
