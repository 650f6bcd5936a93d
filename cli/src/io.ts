import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** A command's access to its environment; tests replace it. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  /** True if the output goes to a terminal. */
  isTerminal: boolean;
  /** Size of the terminal in characters; changes with its window. */
  size: () => { columns: number; rows: number };
  fetch: typeof globalThis.fetch;
  write: (text: string) => void;
  writeError: (text: string) => void;
  /** Asks a question. Returns null without a terminal. */
  ask: (question: string) => Promise<string | null>;
  /** Same as `ask`, without echoing the input. */
  askSecret: (question: string) => Promise<string | null>;
  /** Reads the next line of standard input. Returns null at its end. */
  readLine: () => Promise<string | null>;
  sleep: (ms: number) => Promise<void>;
}

export const processIo = (): Io => ({
  env: process.env,
  isTerminal: process.stdout.isTTY === true,
  size: () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 }),
  fetch: globalThis.fetch,
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  ask: (question) => answerTo(question, process.stderr),
  askSecret,
  readLine: lineReader(() => process.stdin),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

async function askSecret(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  process.stderr.write(question);
  // Discards readline's echo.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await answerTo('', output);
  } finally {
    process.stderr.write('\n');
  }
}

async function answerTo(question: string, output: NodeJS.WritableStream): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.question(question, resolve);
      reader.once('SIGINT', () => reject(new Interrupted()));
    });
  } finally {
    reader.close();
  }
}

/** Ctrl-C was pressed at a prompt. */
export class Interrupted extends Error {}

/** Reads a stream line by line. One interface reads all lines, because it takes more than a line from the stream. */
export function lineReader(input: () => NodeJS.ReadableStream): Io['readLine'] {
  let lines: AsyncIterator<string> | undefined;
  return async () => {
    lines ??= createInterface({ input: input() })[Symbol.asyncIterator]();
    const next = await lines.next();
    return next.done ? null : next.value;
  };
}

/** Removes terminal control sequences from external text, e.g. a VPS's log. */
export const stripControlCharacters = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
