import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { lineReader, type Io } from '../../src/io.js';
import { run } from '../../src/program.js';

export interface Answer {
  status?: number;
  data?: unknown;
  meta?: object;
  text?: string;
  code?: string;
  message?: string;
  details?: object[];
}

interface Call {
  method: string;
  path: string;
  query: string;
  body: unknown;
}

export const CASEMENT = 'https://casement.example';
export const ID = '0198c0de-0000-7000-8000-000000000001';

export const install = (over: object = {}) => ({
  id: ID,
  ip: '203.0.113.7',
  win_ver: 'win-2022',
  status: 'running',
  progress: { phase: 'writing', percent: 42.5 },
  failure: null,
  restored: null,
  rdp: null,
  created_at: '2026-11-25T08:00:00.000Z',
  ...over,
});
export const failed = install({
  status: 'failed',
  failure: { code: 'SSH_AUTH_FAILED', message: 'The password was refused.', cure: 'Look at it.' },
  restored: { linux: true },
});

type Counts = Record<string, number>;

export const batchRow = (row: number, over: object = {}) => ({
  row,
  ip: `203.0.113.${row}`,
  win_ver: 'win-2022',
  status: 'ready',
  phase: null,
  percent: null,
  failure: null,
  field: null,
  ...over,
});

export const batch = (status: string, rows: ReturnType<typeof batchRow>[], over: object = {}) => {
  const counts: Counts = { refused: 0, completed: 0 };
  for (const item of rows) counts[item.status] = (counts[item.status] ?? 0) + 1;
  const cost = counts['ready'] ?? 0;
  const finished_at = status === 'ended' ? '2026-11-25T09:00:00.000Z' : null;
  const created_at = '2026-11-25T08:00:00.000Z';
  return {
    id: ID,
    status,
    size: rows.length,
    counts,
    cost,
    created_at,
    finished_at,
    rows,
    ...over,
  };
};

/** Standard input with these lines. */
export const stdin = (...lines: string[]): Io['readLine'] =>
  lineReader(() => Readable.from([`${lines.join('\n')}\n`]));

/** Creates a folder that is deleted after the test. */
export function temporaryFolder(): { path: string } {
  const folder = { path: '' };
  beforeEach(() => (folder.path = mkdtempSync(join(tmpdir(), 'casement-cli-'))));
  afterEach(() => rmSync(folder.path, { recursive: true }));
  return folder;
}

/**
 * Runs the command against a fake Casement with these answers.
 *
 * @param answers by `METHOD /path`; the last of several answers is repeated
 */
export function setup(answers: Record<string, Answer | Answer[]> = {}, over: Partial<Io> = {}) {
  const calls: Call[] = [];
  let out = '';
  let err = '';
  const fetch = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const { method } = request;
    const text = await request.text();
    const body: unknown = text ? JSON.parse(text) : undefined;
    calls.push({ method, path: pathname, query: searchParams.toString(), body });
    const configured = answers[`${method} ${pathname}`];
    const answer = Array.isArray(configured)
      ? configured.length > 1
        ? configured.shift()!
        : configured[0]
      : configured;
    if (!answer) throw new Error(`No answer to ${method} ${pathname}`);
    const { status = 200, data = null, code, message = '', details, meta, text: raw } = answer;
    const ok = { success: true, message, data, meta };
    const refusal = { success: false, message, code, details, correlationId: 'c-1' };
    return new Response(raw ?? JSON.stringify(code ? refusal : ok), { status });
  };
  const io: Io = {
    env: { CASEMENT_URL: CASEMENT, CASEMENT_API_KEY: 'csm_key', CASEMENT_CONFIG: '/nonexistent' },
    isTerminal: false,
    size: () => ({ columns: 120, rows: 24 }),
    fetch: fetch as typeof globalThis.fetch,
    write: (text) => (out += text),
    writeError: (text) => (err += text),
    ask: () => Promise.resolve(null),
    askSecret: () => Promise.resolve(null),
    readLine: () => Promise.resolve(null),
    sleep: () => Promise.resolve(),
    ...over,
  };
  const casement = async (line: string) => ({ exit: await run(line.split(' '), io), out, err });
  return { casement, calls, io };
}
