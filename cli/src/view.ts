import { plain, type Io } from './io.js';

/** How things that are followed look. */
export interface Looks<T> {
  /** Rows of text under a heading of one line. */
  table: (things: readonly T[]) => string;
  /** One thing, where there is no terminal. */
  line: (thing: T) => string;
  key: (thing: T) => string | number;
  /** A line is printed when this changes. */
  state: (thing: T) => string;
  isOver: (thing: T) => boolean;
}

/** What a follower draws each time that it has looked. */
export interface View<T> {
  /** @param heading above the table of a terminal */
  draw: (things: readonly T[], heading?: string) => void;
}

/** A table that is drawn anew in a terminal, else a line at each change; with `json` an object a line. */
export const viewOf = <T>(io: Io, json: boolean, looks: Looks<T>): View<T> =>
  json || !io.isTerminal ? new Lines(io, json, looks) : new Live(io, looks);

class Live<T> implements View<T> {
  private lines = 0;

  constructor(
    private readonly io: Io,
    private readonly looks: Looks<T>,
  ) {}

  draw(things: readonly T[], heading?: string): void {
    const lines = this.fitting(things, heading);
    // Over the last table, line by line: cleared whole, each one would stay in the terminal's history.
    const back = this.lines > 0 ? `\u001b[${this.lines}A` : '';
    this.io.write(`${back}${lines.map((line) => `${line}\u001b[K\n`).join('')}\u001b[J`);
    this.lines = lines.length;
  }

  /** A line that wraps or scrolls away could not be drawn over: what is under way comes first, and the rest is counted. */
  private fitting(things: readonly T[], heading?: string): string[] {
    const { columns, rows } = this.io.size();
    const { isOver, table } = this.looks;
    const ordered = [...things].sort((a, b) => Number(isOver(a)) - Number(isOver(b)));
    // The table's heading, the line with the rest, and the one that the cursor is in.
    const shown = ordered.slice(0, Math.max(1, rows - 3 - (heading ? 1 : 0)));
    const lines = [...(heading ? [heading] : []), ...plain(table(shown)).split('\n')];
    const rest = things.length - shown.length;
    if (rest > 0) lines.push(`and ${rest} more`);
    return lines.map((line) => line.slice(0, columns - 1));
  }
}

class Lines<T> implements View<T> {
  private readonly last = new Map<string | number, string>();

  constructor(
    private readonly io: Io,
    private readonly json: boolean,
    private readonly looks: Looks<T>,
  ) {}

  draw(things: readonly T[]): void {
    const { key, line, state } = this.looks;
    for (const one of things) {
      if (this.last.get(key(one)) === state(one)) continue;
      this.last.set(key(one), state(one));
      this.io.write(this.json ? `${JSON.stringify(one)}\n` : `${this.dated(plain(line(one)))}\n`);
    }
  }

  private dated(text: string): string {
    return `${new Date().toISOString().slice(0, 19)}Z ${text}`.replaceAll('\n', ' ');
  }
}
