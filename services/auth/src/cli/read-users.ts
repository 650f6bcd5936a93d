import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { CsvError, parse } from 'csv-parse';

/** An unchecked line of the file, or the reason why it cannot be read. */
export interface ParsedLine {
  /** Line number in a CSV file, or number of the element in a JSON array, from 1. */
  line: number;
  record?: unknown;
  problem?: string;
}

/**
 * Streams users from a `.csv` file with a header line, or reads them from a `.json` file with one array.
 * @throws Error for other file types
 */
export async function* readUsers(file: string): AsyncGenerator<ParsedLine> {
  const kind = extname(file).toLowerCase();
  if (kind === '.csv') yield* readCsv(file);
  else if (kind === '.json') yield* readJson(file);
  else throw new Error('the file must be a .csv or a .json');
}

async function* readCsv(file: string): AsyncGenerator<ParsedLine> {
  const unreadable: ParsedLine[] = [];
  const parser = createReadStream(file)
    .on('error', (error) => parser.destroy(error))
    .pipe(
      parse({
        bom: true,
        columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
        skip_empty_lines: true,
        skip_records_with_error: true,
        trim: true,
        info: true,
      }),
    );
  parser.on('skip', (error?: CsvError) => {
    unreadable.push({ line: Number(error?.lines ?? 0), problem: notReadable('line', error?.code) });
  });
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: unknown;
      info: { lines: number };
    }>) {
      yield* unreadable.splice(0);
      yield { line: info.lines, record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(notReadable('file', error.code));
  }
  yield* unreadable;
}

/** Replaces the parsers' messages because they quote the file, which contains password hashes. */
const notReadable = (what: 'line' | 'file', code = 'unknown'): string =>
  `the ${what} cannot be read (${code})`;

async function* readJson(file: string): AsyncGenerator<ParsedLine> {
  const users = parseJson(await readFile(file, 'utf8'));
  if (!Array.isArray(users)) throw new Error('the JSON file must contain an array of users');
  for (const [index, record] of users.entries()) yield { line: index + 1, record };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the file contains no valid JSON');
  }
}
