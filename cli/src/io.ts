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
  /** Reads the lines of standard input. */
  readLines: () => Promise<string[]>;
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
  readLines,
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

async function readLines(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: process.stdin })) lines.push(line);
  return lines;
}

/** Removes terminal control sequences from external text, e.g. a VPS's log. */
export const stripControlCharacters = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
