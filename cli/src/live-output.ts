import { plain, type Io } from './io.js';

/** Rendering of followed objects. */
export interface Looks<T> {
  /** Rows of text under a one-line heading. */
  table: (things: readonly T[]) => string;
  /** A single object, used without a terminal. */
  line: (thing: T) => string;
  key: (thing: T) => string | number;
  /** A line is printed when this value changes. */
  state: (thing: T) => string;
  isOver: (thing: T) => boolean;
}

/** Output that a follower updates after each poll. */
export interface View<T> {
  /** @param heading above the table of a terminal */
  draw: (things: readonly T[], heading?: string) => void;
}

/**
 * Returns a table that is redrawn in a terminal, or prints a line per change otherwise. `json` prints an object per
 * line.
 */
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
    // Overwrites the last table line by line. Clearing the screen would leave each table in the terminal's history.
    const back = this.lines > 0 ? `\u001b[${this.lines}A` : '';
    this.io.write(`${back}${lines.map((line) => `${line}\u001b[K\n`).join('')}\u001b[J`);
    this.lines = lines.length;
  }

  /**
   * Keeps only lines that fit, because a line that wraps or scrolls away could not be overwritten. Objects in
   * progress come first, and the rest are counted.
   */
  private fitting(things: readonly T[], heading?: string): string[] {
    const { columns, rows } = this.io.size();
    const { isOver, table } = this.looks;
    const ordered = [...things].sort((a, b) => Number(isOver(a)) - Number(isOver(b)));
    // Reserves lines for the table's heading, the count of the rest, and the cursor.
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
