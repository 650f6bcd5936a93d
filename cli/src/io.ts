import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** What a command knows of the outside; tests give their own. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  /** Whether a person looks at the output. */
  isTerminal: boolean;
  /** Of the terminal, in characters; it changes with its window. */
  size: () => { columns: number; rows: number };
  fetch: typeof globalThis.fetch;
  write: (text: string) => void;
  writeError: (text: string) => void;
  /** What is typed to a question; null where there is no terminal. */
  ask: (question: string) => Promise<string | null>;
  /** The same, without showing it. */
  askSecret: (question: string) => Promise<string | null>;
  /** Standard input's lines. */
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
  // Readline echoes into nothing.
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

/** Ctrl-C at a question. */
export class Interrupted extends Error {}

async function readLines(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: process.stdin })) lines.push(line);
  return lines;
}

/** Text of others, e.g. a VPS's log, without what would steer the terminal. */
export const plain = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
