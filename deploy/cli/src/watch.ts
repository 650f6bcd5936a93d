import { dataOf, type CasementClient } from '@casement/client';
import { CliError, EXIT } from './exit-codes.js';
import {
  exitOfInstalls,
  failureText,
  installsOf,
  installTable,
  isOver,
  standing,
  type Install,
} from './installs.js';
import { plain, type Io } from './io.js';
import type { Session } from './session.js';

const EVERY_MS = 3_000;
/** So many are asked for one by one; of more, pages of the list cost fewer calls. */
const ONE_BY_ONE = 3;
/** A plain line at each tenth of the write, not at each percent. */
const STEP_PERCENT = 10;

/**
 * Follows installs until each has ended: a table that is drawn anew in a terminal, else a line at each change, with
 * `--json` an object a line.
 *
 * @param ids none: all that are under way now
 * @throws CliError when one did not complete, or the time is over
 */
export async function watchInstalls(
  { io, client, json }: Session,
  ids: readonly string[],
  timeoutSeconds?: number,
): Promise<void> {
  const view: View = json || !io.isTerminal ? new Lines(io, json) : new Live(io);
  const deadline = timeoutSeconds === undefined ? Infinity : Date.now() + timeoutSeconds * 1000;
  let watched = new Set(ids);
  for (;;) {
    const installs = await look(client, watched);
    watched = new Set(installs.map(({ id }) => id));
    view.draw(installs);
    if (installs.every(isOver)) {
      view.end(installs);
      const exit = exitOfInstalls(installs);
      if (exit !== EXIT.ok) throw new CliError(summary(installs), exit);
      return;
    }
    if (Date.now() + EVERY_MS > deadline) {
      throw new CliError('The time is over. The installs go on: `casement watch`.', EXIT.timeout);
    }
    await io.sleep(EVERY_MS);
  }
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

interface View {
  draw(installs: readonly Install[]): void;
  end(installs: readonly Install[]): void;
}

class Live implements View {
  private lines = 0;

  constructor(private readonly io: Io) {}

  draw(installs: readonly Install[]): void {
    const lines = fitting(installs, this.io.size());
    // Up to where the last table began, and everything below away.
    const back = this.lines > 0 ? `\u001b[${this.lines}A\u001b[J` : '';
    this.io.write(`${back}${lines.join('\n')}\n`);
    this.lines = lines.length;
  }

  end(installs: readonly Install[]): void {
    for (const one of installs) {
      if (one.failure) this.io.write(`\n${one.ip}: ${plain(failureText(one))}\n`);
    }
  }
}

/** A line that wraps or scrolls away could not be drawn over: what is under way comes first, and the rest is counted. */
function fitting(
  installs: readonly Install[],
  { columns, rows }: ReturnType<Io['size']>,
): string[] {
  const ordered = [...installs].sort((a, b) => Number(isOver(a)) - Number(isOver(b)));
  // The heading, the line with the rest, and the one that the cursor is in.
  const shown = ordered.slice(0, Math.max(1, rows - 3));
  const lines = plain(installTable(shown)).split('\n');
  const rest = installs.length - shown.length;
  if (rest > 0) lines.push(`and ${rest} more`);
  return lines.map((line) => line.slice(0, columns - 1));
}

class Lines implements View {
  private readonly last = new Map<string, string>();

  constructor(
    private readonly io: Io,
    private readonly json: boolean,
  ) {}

  draw(installs: readonly Install[]): void {
    for (const one of installs) {
      const step = Math.floor((one.progress.percent ?? 0) / STEP_PERCENT);
      const state = `${one.status} ${one.progress.phase} ${step}`;
      if (this.last.get(one.id) === state) continue;
      this.last.set(one.id, state);
      this.io.write(this.json ? `${JSON.stringify(one)}\n` : `${plain(this.line(one))}\n`);
    }
  }

  end(): void {
    // Each line said it.
  }

  private line(one: Install): string {
    const failure = one.failure ? ` ${failureText(one)}` : '';
    return `${new Date().toISOString().slice(0, 19)}Z ${one.ip} ${standing(one)}${failure}`.replaceAll(
      '\n',
      ' ',
    );
  }
}
