import { stripControlCharacters, type Io } from './io.js';

/** Formatters for objects that are followed until they are finished. */
export interface Renderer<T> {
  /** Formats all objects as rows under a one-line heading. */
  table: (items: readonly T[]) => string;
  /** Formats a single object, for output without a terminal. */
  line: (item: T) => string;
  key: (item: T) => string | number;
  /** Value whose change causes a new line to be printed. */
  state: (item: T) => string;
  isFinished: (item: T) => boolean;
}

/** Output that a follower updates after each poll. */
export interface View<T> {
  /** @param heading above the table of a terminal */
  draw: (items: readonly T[], heading?: string) => void;
}

/**
 * Returns a table that is redrawn in a terminal, or prints a line per change otherwise. `json` prints an object per
 * line.
 */
export const viewOf = <T>(io: Io, json: boolean, renderer: Renderer<T>): View<T> =>
  json || !io.isTerminal ? new ChangeLog(io, json, renderer) : new LiveTable(io, renderer);

class LiveTable<T> implements View<T> {
  private lines = 0;

  constructor(
    private readonly io: Io,
    private readonly renderer: Renderer<T>,
  ) {}

  draw(items: readonly T[], heading?: string): void {
    const lines = this.fitToScreen(items, heading);
    // Overwrites the last table line by line. Clearing the screen would leave each table in the terminal's history.
    const back = this.lines > 0 ? `\u001b[${this.lines}A` : '';
    this.io.write(`${back}${lines.map((line) => `${line}\u001b[K\n`).join('')}\u001b[J`);
    this.lines = lines.length;
  }

  /**
   * Keeps only lines that fit, because a line that wraps or scrolls away could not be overwritten. Objects in
   * progress come first, and the rest are counted.
   */
  private fitToScreen(items: readonly T[], heading?: string): string[] {
    const { columns, rows } = this.io.size();
    const { isFinished, table } = this.renderer;
    const ordered = [...items].sort((a, b) => Number(isFinished(a)) - Number(isFinished(b)));
    // Reserves lines for the table's heading, the count of the rest, and the cursor.
    const shown = ordered.slice(0, Math.max(1, rows - 3 - (heading ? 1 : 0)));
    const lines = [
      ...(heading ? [heading] : []),
      ...stripControlCharacters(table(shown)).split('\n'),
    ];
    const rest = items.length - shown.length;
    if (rest > 0) lines.push(`and ${rest} more`);
    return lines.map((line) => line.slice(0, columns - 1));
  }
}

class ChangeLog<T> implements View<T> {
  private readonly last = new Map<string | number, string>();

  constructor(
    private readonly io: Io,
    private readonly json: boolean,
    private readonly renderer: Renderer<T>,
  ) {}

  draw(items: readonly T[]): void {
    const { key, line, state } = this.renderer;
    for (const item of items) {
      if (this.last.get(key(item)) === state(item)) continue;
      this.last.set(key(item), state(item));
      this.io.write(
        this.json
          ? `${JSON.stringify(item)}\n`
          : `${this.withTimestamp(stripControlCharacters(line(item)))}\n`,
      );
    }
  }

  private withTimestamp(text: string): string {
    return `${new Date().toISOString().slice(0, 19)}Z ${text}`.replaceAll('\n', ' ');
  }
}
